// The sounds of the table, all of them synthesised: paper is filtered noise, the rest a few partials with a soft start.

import { doors, type Door } from "./boards";

export type Tone = "card" | "take" | "chip" | "call" | "turn" | "word" | "win" | "end";
type Note = [hertz: number, at: number, long: number];

const USUAL: Pick<Door, "wave" | "paper"> = { wave: "triangle", paper: 2000 };

const NOTES: Record<Exclude<Tone, "card">, Note[]> = {
  take: [[1318, 0.05, 0.22]],
  chip: [[980, 0, 0.035], [1240, 0.07, 0.035]],
  call: [[659, 0, 0.1], [988, 0.1, 0.28]],
  turn: [[392, 0, 0.16], [523, 0.14, 0.26]],
  word: [[880, 0, 0.06]],
  win: [[523, 0, 0.2], [659, 0.2, 0.2], [784, 0.4, 0.2], [1047, 0.6, 0.6], [659, 0.6, 0.6]],
  end: [[392, 0, 0.24], [349, 0.24, 0.24], [262, 0.48, 0.6]],
};
const LOUD = 0.09;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function ring(tone: Tone, game: string, n: number): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const room = doors[game] ?? USUAL;
  if (tone === "card" || tone === "take") paper(context, room.paper * (1 + n / 14));
  for (const note of tone === "card" ? [] : NOTES[tone]) string(context, note, tone === "turn" || tone === "call" ? room.wave : "triangle");
}

function envelope(at: AudioContext, start: number, long: number, loud: number): GainNode {
  const volume = at.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  volume.connect(at.destination);
  return volume;
}

function string(at: AudioContext, [hertz, wait, long]: Note, wave: OscillatorType): void {
  const start = at.currentTime + wait;
  const soft = at.createBiquadFilter();
  soft.frequency.value = hertz * 3; // a lowpass, so that no tone is shrill
  soft.connect(envelope(at, start, long, LOUD));
  const tone = at.createOscillator();
  tone.type = wave;
  tone.frequency.value = hertz;
  tone.connect(soft);
  tone.start(start);
  tone.stop(start + long + 0.02);
}

function paper(at: AudioContext, hertz: number): void {
  noise ??= hiss(at);
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = hertz;
  band.connect(envelope(at, at.currentTime, 0.09, LOUD * 3));
  const card = at.createBufferSource();
  card.buffer = noise;
  card.connect(band);
  card.start();
}

function hiss(at: AudioContext): AudioBuffer {
  const made = at.createBuffer(1, at.sampleRate / 10, at.sampleRate);
  const data = made.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return made;
}
