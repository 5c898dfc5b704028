import { speaker as speakerOf, type Say as SayOf } from "$page/texts";
import en from "./en.json";
import ja from "./ja.json";

export type Key = keyof typeof en;
export type Say = SayOf<Key>;
export const speaker = speakerOf<Key>({ en, ja });
