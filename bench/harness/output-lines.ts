import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export async function* textLines(file: string): AsyncGenerator<string> {
  const lines = createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) if (line !== '') yield line
}

/** The objects of a file with one JSON object a line. Throws on a line that is none. */
export async function* jsonLines(file: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const line of textLines(file)) yield JSON.parse(line) as Record<string, unknown>
}
