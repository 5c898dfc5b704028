import { speaker as speakerOf, type Say as SayOf } from "../../texts";
import en from "../../texts/twentythree.en.json";
import ja from "../../texts/twentythree.ja.json";

export type Key = keyof typeof en;
export type Say = SayOf<Key>;
export const speaker = speakerOf<Key>({ en, ja });
