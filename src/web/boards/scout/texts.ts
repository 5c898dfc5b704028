import { speaker as speakerOf, type Say as SayOf } from "../../texts";
import en from "../../texts/scout.en.json";
import ja from "../../texts/scout.ja.json";

export type Key = keyof typeof en;
export type Say = SayOf<Key>;
export const speaker = speakerOf<Key>({ en, ja });
