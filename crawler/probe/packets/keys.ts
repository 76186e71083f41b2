import { open, stat } from 'node:fs/promises'
import { codeOf } from '../../process/thrown.ts'

/** Reads the lines that were added to a key log (SSLKEYLOGFILE) since a moment. */
export interface KeyLogReader {
  begin(): Promise<KeyLogMark>
}

export interface KeyLogMark {
  /** The whole lines that have come since; '' where none has. May be read again for more. */
  read(): Promise<string>
}

/** A file that is not there yet is an empty one: the browser makes it with its first handshake. */
export function keyLogReader(file: string): KeyLogReader {
  return {
    async begin() {
      const fromByte = await sizeOf(file)
      return { read: () => readWholeLines(file, fromByte) }
    },
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

async function readWholeLines(file: string, fromByte: number): Promise<string> {
  const sizeBytes = (await sizeOf(file)) - fromByte
  if (sizeBytes <= 0) return ''
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sizeBytes), 0, sizeBytes, fromByte)
  const read = buffer.toString('latin1', 0, bytesRead)
  return read.slice(0, read.lastIndexOf('\n') + 1)
}
