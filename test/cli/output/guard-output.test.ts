import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { guardOutput, terminalOf } from '../../../cli/output/guard-output.ts'

/** A stream that keeps what is written to it. */
function collector(): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text }
}

test('a guarded stream escapes control characters but line ends, once, and leaves bytes as they are', () => {
  const { stream, text } = collector()
  guardOutput(stream)
  guardOutput(stream)
  stream.write('a\u001b[2J\n')
  stream.write(Buffer.from('b\u001b\n'))
  assert.equal(text(), 'a\\u{1b}[2J\nb\u001b\n')
})

test('a display that moves the cursor writes past the guard', () => {
  const { stream, text } = collector()
  guardOutput(stream)
  terminalOf(stream).write('\r\u001b[2K')
  assert.equal(text(), '\r\u001b[2K')
})
