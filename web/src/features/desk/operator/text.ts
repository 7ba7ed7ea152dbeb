import { texts } from "../../../i18n/texts";
import { en } from "./en";
import { ko } from "./ko";

export const text = texts({ ko, en });
