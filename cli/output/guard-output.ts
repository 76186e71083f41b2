import { visibleLines } from './text.ts'

export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

type Write = NodeJS.WriteStream['write']

const unguarded = new WeakMap<NodeJS.WriteStream, Write>()

/**
 * Guards the stream from here on: text that is written to the stream moves no cursor, whoever chose it: of all control
 * characters only the end of a line is left. That is the last line of defence, behind tables, CSV and JSON that escape by
 * themselves.
 */
export function guardOutput(stream: NodeJS.WriteStream): void {
  if (unguarded.has(stream)) return
  const write = stream.write.bind(stream) as Write
  unguarded.set(stream, write)
  stream.write = ((chunk: string | Uint8Array, ...rest: []) =>
    write(typeof chunk === 'string' ? visibleLines(chunk) : chunk, ...rest)) as Write
}

/** The stream for a display that moves the cursor itself, and escapes what it shows. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    get isTTY() {
      return stream.isTTY
    },
    get columns() {
      return stream.columns
    },
    get rows() {
      return stream.rows
    },
    write: (text) => (unguarded.get(stream) ?? stream.write.bind(stream))(text),
  }
}
