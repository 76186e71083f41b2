/** Control (C0, DEL, C1), format (bidi overrides, zero width), line and paragraph separators, halves of a pair. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text that others chose, for a terminal: what moves its cursor, ends a line or turns a text around is escaped. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/**
 * JSON text in which such characters are escapes of JSON's own, so that it means the same: `JSON.stringify` leaves DEL,
 * C1 and format characters as they are.
 */
export function visibleJson(json: string): string {
  // JSON has line ends for layout outside of strings, and nothing else that could match.
  return json.replaceAll(INVISIBLE, (character) => (character === '\n' ? character : escapeUnits(character)))
}

function escapeUnits(character: string): string {
  let escaped = ''
  for (let i = 0; i < character.length; i += 1)
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escaped
}
