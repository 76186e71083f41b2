import { ListError } from './list-error.ts'

/** A host name has 253 characters, a rank ten: what is longer is no list line, and must not fill the memory. */
const MAX_LINE_CHARS = 2_000
/** The complete Tranco list is some 100 MB; this is a packed file that was made to burst. */
const MAX_LIST_BYTES = 1 << 30

/**
 * Lines of UTF-8 text without their ends, in batches as they come in: one `await` a chunk, not one a line. A longer
 * line is cut.
 *
 * @throws ListError `unreadable` where the bytes are not text, or are an HTML page
 */
export async function* lines(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<readonly string[]> {
  const unreadable = (why: string) => new ListError('unreadable', `${path}: ${why}`)
  // Takes the byte order mark away by itself.
  const decoder = new TextDecoder()
  let totalBytes = 0
  let rest = ''
  let started = false
  for await (const chunk of bytes) {
    const utf16 =
      totalBytes === 0 &&
      ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
    if (utf16) throw unreadable('is UTF-16 text: save it as UTF-8')
    if (chunk.includes(0)) throw unreadable('is a binary file, not a list')
    totalBytes += chunk.length
    if (totalBytes > MAX_LIST_BYTES) throw unreadable('unpacks to more than 1 GiB')
    const text = rest + decoder.decode(chunk, { stream: true })
    if (!started && text.trim() !== '') {
      started = true
      if (text.trimStart().startsWith('<')) throw unreadable('is an HTML page, not a list')
    }
    const batch = text.split('\n')
    rest = (batch.pop() ?? '').slice(0, MAX_LINE_CHARS)
    yield batch
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}
