/**
 * A program's words as they may be published: from the first path of this machine on there is `…`, for nobody can tell where a
 * path ends. A URL is none.
 */
export function withoutPaths(words: string): string {
  return IS_URL.test(words) ? words : words.replace(FIRST_PATH, '$1…')
}

const IS_URL = /^https?:\/\/\S*$/

/** Characters that may stand before a path. `withoutPaths` of SQL (db/release) has the same. */
export const BEFORE_PATH = [' ', '\t', '\n', "'", '"', '`', '“', '‘', '(', '[', '<', '=', ':', ',', ';']

// The two slashes of a URL are none: one has another behind it, the other one before.
const FIRST_PATH = new RegExp(
  `(^|[${BEFORE_PATH.join('').replace('[', '\\[')}])(?:file://)?~?/(?=[^\\s/]).*$`,
  's',
)
