// Short notices: shown for a while, and read out by screen readers.

interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

class Notices {
  shown = $state<Notice[]>([]);
  /** What a screen reader reads next. The number tells two equal sentences apart. */
  spoken = $state({ text: "", n: 0 });
  #next = 1;

  show(text: string, bad = false): void {
    const notice = { id: this.#next++, text, bad };
    this.shown = [...this.shown.filter((other) => other.text !== text), notice].slice(-3);
    this.say(text);
    setTimeout(() => this.close(notice.id), 6000);
  }

  close(id: number): void {
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }

  say(text: string): void {
    this.spoken = { text, n: this.spoken.n + 1 };
  }
}

export const notices = new Notices();
