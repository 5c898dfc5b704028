# The page is built with Node and Python, the rules with a C compiler; of these only Python is in the image that runs.
# To pin the base images, give them with their digests: see docs/hosting.md.
ARG NODE_IMAGE=node:22-bookworm-slim
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${NODE_IMAGE} AS page
RUN apt-get update && apt-get install --yes --no-install-recommends binaryen python3 python3-pip && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python3 scripts/page && python3 scripts/device && mkdir -p /page /device src/tefuda/device/built \
    && cp -r src/tefuda/server/page/. /page && cp -r src/tefuda/device/built/. /device

FROM ${PYTHON_IMAGE} AS install
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
COPY --from=page /page src/tefuda/server/page
COPY --from=page /device src/tefuda/device/built
# The constraints have the hash of every file that may be installed, for what builds too; uv compares them.
RUN pip install --no-cache-dir --require-hashes --requirement scripts/uv.txt && uv venv /tefuda \
    && uv pip install --no-cache --python /tefuda/bin/python \
    --constraints constraints.txt --build-constraints constraints.txt '.[server,postgres,push]'

FROM ${PYTHON_IMAGE}
COPY --from=install /tefuda /tefuda
ENV PATH=/tefuda/bin:${PATH}
RUN TEFUDA_KERNEL=compiled python -c "import tefuda; [tefuda.Match(game, 4, seed=1) for game in tefuda.GAMES]" \
    && useradd --create-home --home-dir /var/lib/tefuda tefuda
USER tefuda
WORKDIR /var/lib/tefuda
VOLUME /var/lib/tefuda
ENV TEFUDA_HOST=0.0.0.0 TEFUDA_PORT=8000
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["tefuda", "serve"]
