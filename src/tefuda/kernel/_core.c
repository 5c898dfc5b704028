/* The compiled form's door to Python: one extension for all games. Written by hand; no tool made it.

A game's rules are a shared library of plain C that `c.py` wrote. Its one symbol, `tefuda_rules`, lists its exported
functions. `Library(path)` loads it; `Library.function(name)` gives a function that Python can call with numbers and with
memory (anything with a writable buffer: a bytearray, a NumPy array, a position); `Library.Position` is the base class of
the game's `Game` and has those of its methods that are called for every move. plain.py says what each of them does. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#define ABI 2
#define ARGUMENTS_MAX 24

typedef long long I;
typedef I (*Call)(const I *);
typedef struct { const char *name; const char *takes; Call call; } Export;
typedef struct { const char *name; I size; } RecordSize;
typedef struct {
    I abi;
    const char *fingerprint;
    const char *modules;
    I out; /* where in a Work the legal actions stand */
    const RecordSize *records;
    const Export *exports;
} Rules;

/* A library stays loaded for good; so its positions point to it without counting. */
typedef struct {
    PyObject_HEAD
    const Rules *rules;
    PyObject *position; /* the class Position */
    I state_size, work_size;
    Call actor, legal, apply, settle, seed_stream, score, rounds, playout;
    /* The scratch memory of every method here that keeps the GIL. The legal actions of one position and seat stay in it
       until they are asked for again, and so does its actor: a position gets a new stamp whenever it changes. */
    char *work;
    I last_stamp, found_stamp, found_seat, found;
    I acting_stamp, acting;
} Library;

typedef struct {
    PyObject_HEAD
    Library *library;
    I stamp;
    I views; /* buffers that others hold: they may write at any time */
    I seats;
    I state[]; /* as many bytes as a State has */
} Position;

typedef struct {
    PyObject_HEAD
    Library *library;
    const Export *of;
    int count, free;           /* its arguments; whether other threads run meanwhile */
    I sizes[ARGUMENTS_MAX];    /* 0: a number. Else the size of a record ... */
    char many[ARGUMENTS_MAX];  /* ... or of one of many */
} Function;

static PyTypeObject *function_type;

/* ---- positions */

static inline I out(Library *l, I index) { return ((short *)(l->work + l->rules->out))[index]; }

static inline void changed(Position *p) { p->stamp = ++p->library->last_stamp; }

static I call2(Call call, const void *s, const void *w) {
    I given[2] = {(I)(size_t)s, (I)(size_t)w};
    return call(given);
}

static I actor_of(Position *p) {
    Library *l = p->library;
    if (l->acting_stamp != p->stamp || p->views) {
        I given[1] = {(I)(size_t)p->state};
        l->acting = l->actor(given);
        l->acting_stamp = p->stamp;
    }
    return l->acting;
}

/* The number of the seat's legal actions, which then stand in the library's work. */
static I find(Position *p, I seat) {
    Library *l = p->library;
    if (l->found_stamp != p->stamp || l->found_seat != seat || p->views) {
        I given[3] = {(I)(size_t)p->state, (I)(size_t)l->work, seat};
        l->found = 0 <= seat && seat < p->seats ? l->legal(given) : 0;
        l->found_stamp = p->stamp;
        l->found_seat = seat;
    }
    return l->found;
}

static void do_action(Position *p, I seat, I action) {
    Library *l = p->library;
    I given[4] = {(I)(size_t)p->state, (I)(size_t)l->work, seat, action};
    changed(p);
    l->found_stamp = -1;
    l->apply(given);
}

/* The numbers of a call; -1 with an exception if they are not these. */
static int numbers(const char *name, PyObject *const *args, Py_ssize_t given, Py_ssize_t wanted, I *into) {
    if (given != wanted) {
        PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", name, wanted, given);
        return -1;
    }
    for (Py_ssize_t i = 0; i < wanted; i++) {
        into[i] = PyLong_AsLongLong(args[i]);
        if (into[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

static PyObject *new_position(PyTypeObject *type, Library *library) {
    Position *p = (Position *)PyType_GenericAlloc(type, 0);
    if (p == NULL) return NULL;
    p->library = library;
    changed(p);
    return (PyObject *)p;
}

static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *library = PyObject_GetAttrString((PyObject *)type, "library");
    if (library == NULL) return NULL;
    Py_DECREF(library); /* it stays for good */
    return new_position(type, (Library *)library);
}

static void position_dealloc(Position *p) {
    PyTypeObject *type = Py_TYPE((PyObject *)p);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(p);
    Py_DECREF(type);
}

static int position_buffer(Position *p, Py_buffer *view, int flags) {
    int refused = PyBuffer_FillInfo(view, (PyObject *)p, p->state, (Py_ssize_t)p->library->state_size, 0, flags);
    if (!refused) p->views++;
    return refused;
}

static void position_release(Position *p, Py_buffer *view) {
    p->views--;
    changed(p);
}

static PyObject *position_clone(Position *p, PyObject *none) {
    Position *copy = (Position *)new_position(Py_TYPE((PyObject *)p), p->library);
    if (copy == NULL) return NULL;
    memcpy(copy->state, p->state, (size_t)p->library->state_size);
    copy->seats = p->seats;
    return (PyObject *)copy;
}

static PyObject *position_pack(Position *p, PyObject *none) {
    return PyBytes_FromStringAndSize((const char *)p->state, (Py_ssize_t)p->library->state_size);
}

static PyObject *position_load(Position *p, PyObject *data) {
    Py_buffer view;
    if (PyObject_GetBuffer(data, &view, PyBUF_SIMPLE)) return NULL;
    int fits = view.len == p->library->state_size;
    if (fits) memcpy(p->state, view.buf, (size_t)view.len);
    else PyErr_Format(PyExc_ValueError, "a state has %lld bytes, not %zd", p->library->state_size, view.len);
    PyBuffer_Release(&view);
    changed(p);
    if (!fits) return NULL;
    Py_RETURN_NONE;
}

static PyObject *position_actor(Position *p, PyObject *none) { return PyLong_FromLongLong(actor_of(p)); }

static PyObject *position_count(Position *p, PyObject *const *args, Py_ssize_t given) {
    I seat;
    if (numbers("count", args, given, 1, &seat)) return NULL;
    return PyLong_FromLongLong(find(p, seat));
}

static PyObject *no_such_action(I seat, I index) {
    return PyErr_Format(PyExc_IndexError, "seat %lld has no legal action number %lld", seat, index);
}

static PyObject *position_nth(Position *p, PyObject *const *args, Py_ssize_t given) {
    I n[2];
    if (numbers("nth", args, given, 2, n)) return NULL;
    if (n[1] < 0 || n[1] >= find(p, n[0])) return no_such_action(n[0], n[1]);
    return PyLong_FromLongLong(out(p->library, n[1]));
}

static PyObject *position_legal(Position *p, PyObject *const *args, Py_ssize_t given) {
    I seat;
    if (numbers("legal", args, given, 1, &seat)) return NULL;
    I count = find(p, seat);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (I i = 0; list != NULL && i < count; i++) {
        PyObject *action = PyLong_FromLongLong(out(p->library, i));
        if (action == NULL || PyList_SetItem(list, (Py_ssize_t)i, action)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *position_apply(Position *p, PyObject *const *args, Py_ssize_t given) {
    I n[2];
    if (numbers("apply", args, given, 2, n)) return NULL;
    if (n[0] < 0 || n[0] >= p->seats) return PyErr_Format(PyExc_ValueError, "there is no seat %lld", n[0]);
    I low = 0, high = find(p, n[0]) - 1;
    while (low < high) {
        I middle = (low + high) >> 1;
        if (out(p->library, middle) < n[1]) low = middle + 1;
        else high = middle;
    }
    if (high < 0 || out(p->library, low) != n[1])
        return PyErr_Format(PyExc_ValueError, "action %lld is not legal for seat %lld", n[1], n[0]);
    do_action(p, n[0], n[1]);
    Py_RETURN_NONE;
}

static PyObject *position_advance(Position *p, PyObject *number) {
    I index = PyLong_AsLongLong(number), seat = actor_of(p);
    if (index == -1 && PyErr_Occurred()) return NULL;
    if (index < 0 || index >= find(p, seat)) return no_such_action(seat, index);
    do_action(p, seat, out(p->library, index));
    return PyLong_FromLongLong(find(p, actor_of(p)));
}

static PyObject *position_settle(Position *p, PyObject *const *args, Py_ssize_t given) {
    Library *l = p->library;
    I seeded[2] = {(I)(size_t)l->work};
    if (numbers("settle", args, given, 1, seeded + 1)) return NULL;
    changed(p);
    l->found_stamp = -1;
    l->seed_stream(seeded);
    return PyLong_FromLongLong(find(p, call2(l->settle, p->state, l->work)));
}

static PyObject *position_scores(Position *p, PyObject *none) {
    PyObject *list = PyList_New((Py_ssize_t)p->seats);
    for (I seat = 0; list != NULL && seat < p->seats; seat++) {
        I given[2] = {(I)(size_t)p->state, seat};
        PyObject *score = PyLong_FromLongLong(p->library->score(given));
        if (score == NULL || PyList_SetItem(list, (Py_ssize_t)seat, score)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *position_rounds(Position *p, PyObject *none) {
    I given[1] = {(I)(size_t)p->state};
    return PyLong_FromLongLong(p->library->rounds(given));
}

static PyObject *position_playout(Position *p, PyObject *const *args, Py_ssize_t given) {
    I seeded[2], moves;
    if (numbers("playout", args, given, 1, seeded + 1)) return NULL;
    void *work = PyMem_Malloc((size_t)p->library->work_size);
    if (work == NULL) return PyErr_NoMemory();
    seeded[0] = (I)(size_t)work;
    changed(p);
    Py_BEGIN_ALLOW_THREADS
    p->library->seed_stream(seeded);
    moves = call2(p->library->playout, p->state, work);
    Py_END_ALLOW_THREADS
    PyMem_Free(work);
    return PyLong_FromLongLong(moves);
}

static PyObject *position_s(Position *p, void *none) { return Py_NewRef((PyObject *)p); }

#define FAST(name, signature) \
    {#name, (PyCFunction)(void (*)(void))position_##name, METH_FASTCALL, #name "(" signature ")\n--\n\n"}
#define ONE(name, signature) {#name, (PyCFunction)position_##name, METH_O, #name "(" signature ")\n--\n\n"}
#define BARE(name) {#name, (PyCFunction)position_##name, METH_NOARGS, #name "($self)\n--\n\n"}
static PyMethodDef position_methods[] = {
    BARE(clone), BARE(pack), BARE(actor), BARE(scores), BARE(rounds),
    {"_load", (PyCFunction)position_load, METH_O, NULL},
    FAST(count, "$self, seat"), FAST(nth, "$self, seat, index"), FAST(legal, "$self, seat"),
    FAST(apply, "$self, seat, action"), ONE(advance, "$self, index"), FAST(settle, "$self, seed"),
    FAST(playout, "$self, seed"), {NULL},
};
static PyMemberDef position_members[] = {{"seats", T_LONGLONG, offsetof(Position, seats), 0, NULL}, {NULL}};
static PyGetSetDef position_getset[] = {{"s", (getter)position_s, NULL, "What the rules work on: itself.", NULL}, {NULL}};
static PyType_Slot position_slots[] = {
    {Py_tp_new, position_new}, {Py_tp_dealloc, position_dealloc}, {Py_tp_methods, position_methods},
    {Py_tp_members, position_members}, {Py_tp_getset, position_getset}, {Py_bf_getbuffer, position_buffer},
    {Py_bf_releasebuffer, position_release}, {0, NULL},
};

/* ---- functions */

static PyObject *function_call(Function *f, PyObject *args, PyObject *kwargs) {
    I given[ARGUMENTS_MAX] = {0}, result = 0;
    Py_buffer views[ARGUMENTS_MAX];
    int held = 0;
    if (kwargs != NULL && PyDict_Size(kwargs) > 0)
        return PyErr_Format(PyExc_TypeError, "%s takes its arguments by place", f->of->name);
    if (PyTuple_Size(args) != f->count)
        return PyErr_Format(PyExc_TypeError, "%s takes %d arguments, not %zd", f->of->name, f->count, PyTuple_Size(args));
    for (int i = 0; i < f->count; i++) {
        PyObject *one = PyTuple_GetItem(args, i);
        if (f->sizes[i] == 0) {
            given[i] = PyLong_AsLongLong(one);
            if (given[i] == -1 && PyErr_Occurred()) goto done;
            continue;
        }
        Py_buffer *view = views + held;
        if (PyObject_GetBuffer(one, view, PyBUF_WRITABLE | PyBUF_ND)) goto done;
        held++;
        given[i] = (I)(size_t)view->buf;
        I bytes = f->sizes[i] <= 8 && f->many[i] ? view->itemsize : view->len; /* of a number, or of records */
        if (f->sizes[i] > 8 && f->many[i] ? bytes % f->sizes[i] != 0 : bytes != f->sizes[i]) {
            PyErr_Format(PyExc_ValueError, "%s: argument %d has %lld bytes where it should have %lld", f->of->name, i,
                         bytes, f->sizes[i]);
            goto done;
        }
    }
    if (f->free) {
        Py_BEGIN_ALLOW_THREADS
        result = f->of->call(given);
        Py_END_ALLOW_THREADS
    } else {
        result = f->of->call(given);
    }
done:
    for (int i = 0; i < held; i++) PyBuffer_Release(views + i);
    return PyErr_Occurred() ? NULL : PyLong_FromLongLong(result);
}

static void function_dealloc(Function *f) {
    PyTypeObject *type = Py_TYPE((PyObject *)f);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(f);
    Py_DECREF(type);
}

static PyType_Slot function_slots[] = {{Py_tp_call, function_call}, {Py_tp_dealloc, function_dealloc}, {0, NULL}};
static PyType_Spec function_spec = {
    "tefuda.kernel._core.Function", sizeof(Function), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, function_slots};

/* ---- libraries */

static I record_size(const Rules *rules, const char *name, size_t length) {
    for (const RecordSize *one = rules->records; one->name != NULL; one++)
        if (strlen(one->name) == length && memcmp(one->name, name, length) == 0) return one->size;
    return length == 2 && name[1] >= '1' && name[1] <= '8' ? name[1] - '0' : 0; /* or a kind of number */
}

static const Export *export_of(const Rules *rules, const char *name) {
    for (const Export *one = rules->exports; one->name != NULL; one++)
        if (strcmp(one->name, name) == 0) return one;
    return NULL;
}

static PyObject *library_function(Library *l, PyObject *args) {
    const char *name;
    int free = 0;
    if (!PyArg_ParseTuple(args, "s|p", &name, &free)) return NULL;
    const Export *of = export_of(l->rules, name);
    if (of == NULL) return PyErr_Format(PyExc_AttributeError, "the library has no function %s", name);
    Function *f = (Function *)PyType_GenericAlloc(function_type, 0);
    if (f == NULL) return NULL;
    f->library = l;
    f->of = of;
    f->free = free;
    for (const char *at = of->takes; *at; f->count++) {
        size_t length = strcspn(at, " ");
        if (f->count == ARGUMENTS_MAX) {
            Py_DECREF(f);
            return PyErr_Format(PyExc_ValueError, "%s takes more than %d arguments", name, ARGUMENTS_MAX);
        }
        f->many[f->count] = at[length - 1] == '*';
        f->sizes[f->count] = record_size(l->rules, at, length - (f->many[f->count] ? 1 : 0));
        at += length + (at[length] == ' ');
    }
    return (PyObject *)f;
}

static PyObject *library_names(Library *l, void *none) {
    PyObject *list = PyList_New(0);
    for (const Export *one = l->rules->exports; list != NULL && one->name != NULL; one++) {
        PyObject *name = PyUnicode_FromString(one->name);
        if (name == NULL || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *library_fingerprint(Library *l, void *none) { return PyUnicode_FromString(l->rules->fingerprint); }
static PyObject *library_modules(Library *l, void *none) { return PyUnicode_FromString(l->rules->modules); }
static PyObject *library_position(Library *l, void *none) { return Py_NewRef(l->position); }

static const Rules *loaded(PyObject *path, PyObject *encoded) {
    const Rules *rules = NULL;
#ifdef _WIN32
    wchar_t *wide = PyUnicode_AsWideCharString(path, NULL);
    HMODULE handle = wide == NULL ? NULL : LoadLibraryW(wide);
    PyMem_Free(wide);
    if (handle != NULL) rules = (const Rules *)(void *)GetProcAddress(handle, "tefuda_rules");
    if (rules == NULL && !PyErr_Occurred()) PyErr_Format(PyExc_ImportError, "%U is no library of rules", path);
#else
    void *handle = dlopen(PyBytes_AsString(encoded), RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) rules = (const Rules *)dlsym(handle, "tefuda_rules");
    if (rules == NULL) PyErr_Format(PyExc_ImportError, "%U is no library of rules: %s", path, dlerror());
#endif
    if (rules != NULL && rules->abi != ABI) {
        PyErr_Format(PyExc_ImportError, "%U was made for another version of the kernel", path);
        return NULL;
    }
    return rules;
}

static PyObject *library_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *path, *encoded;
    if (!PyArg_ParseTuple(args, "U", &path) || !PyUnicode_FSConverter(path, &encoded)) return NULL;
    const Rules *rules = loaded(path, encoded);
    Py_DECREF(encoded);
    if (rules == NULL) return NULL;
    Library *l = (Library *)PyType_GenericAlloc(type, 0);
    if (l == NULL) return NULL;
    l->rules = rules;
    l->found_stamp = -1;
    l->state_size = record_size(rules, "State", 5);
    l->work_size = record_size(rules, "Work", 4);
    struct { const char *name; Call *into; } wanted[] = {
        {"actor", &l->actor}, {"legal", &l->legal}, {"apply", &l->apply}, {"settle", &l->settle},
        {"seed_stream", &l->seed_stream}, {"score", &l->score}, {"rounds", &l->rounds}, {"playout", &l->playout}};
    int complete = 1;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const Export *of = export_of(rules, wanted[i].name);
        if (of != NULL) *wanted[i].into = of->call;
        else complete = 0;
    }
    Py_INCREF((PyObject *)l); /* for good */
    if (!complete) { /* functions without a game, as in tests of the compiler */
        l->position = Py_NewRef(Py_None);
        return (PyObject *)l;
    }
    l->work = PyMem_Calloc(1, (size_t)l->work_size);
    if (l->work == NULL) return PyErr_NoMemory();
    PyType_Spec spec = {"tefuda.kernel._core.Position", (int)(sizeof(Position) + (size_t)l->state_size), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, position_slots};
    l->position = PyType_FromSpec(&spec);
    return l->position == NULL ? NULL : (PyObject *)l;
}

static PyMethodDef library_methods[] = {
    {"function", (PyCFunction)library_function, METH_VARARGS,
     "function(name, free=False): an exported function; while a free one works, other threads run."},
    {NULL}};
static PyGetSetDef library_getset[] = {
    {"names", (getter)library_names, NULL, "The exported functions.", NULL},
    {"fingerprint", (getter)library_fingerprint, NULL, "Of the sources it was made from.", NULL},
    {"modules", (getter)library_modules, NULL, "The modules it was made from.", NULL},
    {"Position", (getter)library_position, NULL, "The base class of its Game.", NULL},
    {NULL}};
static PyType_Slot library_slots[] = {
    {Py_tp_new, library_new}, {Py_tp_methods, library_methods}, {Py_tp_getset, library_getset}, {0, NULL}};
static PyType_Spec library_spec = {
    "tefuda.kernel._core.Library", sizeof(Library), 0, Py_TPFLAGS_DEFAULT, library_slots};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_core", NULL, -1, NULL};

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    function_type = (PyTypeObject *)PyType_FromSpec(&function_spec);
    PyObject *library = PyType_FromSpec(&library_spec);
    if (function_type == NULL || library == NULL || PyModule_AddObjectRef(module, "Library", library)) Py_CLEAR(module);
    Py_XDECREF(library);
    return module;
}
