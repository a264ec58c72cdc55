import { GuideSearch } from "./search.ts";
import { BOOK } from "./texts.ts";

/** The search in the guide and its lexicon. */
export const BOOK_SEARCH = new GuideSearch(BOOK);
