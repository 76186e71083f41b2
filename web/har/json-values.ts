/**
 * Values of a file: objects, lists, and what is in them. `{},` is three bytes of a file and a hundred of memory. Beside
 * MOST_ENTRIES, 125 objects and lists, and 250 values, a request; HARs of all makers have up to 56 and 227.
 */
export const MOST_CONTAINERS = 2_500_000
export const MOST_VALUES = 5_000_000

/** Whether a JSON text would make more values than may be, which is seen without making them, in time of its length. */
export function hasTooManyValues(text: string): boolean {
  let containers = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    if (code === OPEN_BRACE || code === OPEN_BRACKET) containers += 1
    else if (code !== COMMA) continue
    // A container has one value more than it has commas, but for an empty one.
    values += 1
    if (containers > MOST_CONTAINERS || values > MOST_VALUES) return true
  }
  return false
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b
const BACKSLASH = 0x5c

/** Place of the quote that ends a string, or of the text's end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}
