// A few short tones, made when they are needed. Silent until wanted.

import { settings } from "./settings.svelte";

type Tone = [hertz: number, at: number, long: number];

const TONES: Record<"card" | "turn" | "word" | "win" | "end", Tone[]> = {
  card: [[240, 0, 0.05]],
  turn: [
    [523, 0, 0.12],
    [659, 0.11, 0.16],
  ],
  word: [[880, 0, 0.06]],
  win: [
    [523, 0, 0.14],
    [659, 0.13, 0.14],
    [784, 0.26, 0.3],
  ],
  end: [
    [440, 0, 0.16],
    [349, 0.15, 0.3],
  ],
};

let context: AudioContext | null = null;

export function sound(name: keyof typeof TONES): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [hertz, at, long] of TONES[name]) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.14, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}
