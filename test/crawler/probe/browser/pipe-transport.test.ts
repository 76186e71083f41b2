import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { pipeTransport } from '../../../../crawler/probe/browser/pipe-transport.ts'

function transport() {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
  const pipe = pipeTransport(toBrowser, fromBrowser)
  const messages: string[] = []
  pipe.onmessage = (message) => messages.push(message)
  return { pipe, toBrowser, fromBrowser, messages }
}

test('messages end with a NUL, in whatever pieces they come', () => {
  const { fromBrowser, messages } = transport()
  for (const piece of ['{"a":', '1}\0{"b"', ':2}\0\0{"c":3}']) fromBrowser.emit('data', Buffer.from(piece))
  assert.deepEqual(messages, ['{"a":1}', '{"b":2}', ''])
  fromBrowser.emit('data', Buffer.from('\0'))
  assert.equal(messages.at(-1), '{"c":3}')
})

test('what is sent ends with a NUL; after the closing nothing is sent or heard', () => {
  const { pipe, toBrowser, fromBrowser, messages } = transport()
  pipe.send('{"id":1}')
  assert.equal(String(toBrowser.read()), '{"id":1}\0')
  pipe.close()
  pipe.send('{"id":2}')
  fromBrowser.emit('data', Buffer.from('{}\0'))
  assert.deepEqual([messages, toBrowser.destroyed, fromBrowser.destroyed], [[], true, true])
})

test('a browser that closes its pipe is reported, and an error of the pipe ends nothing', () => {
  const { pipe, fromBrowser } = transport()
  let closed = 0
  pipe.onclose = () => {
    closed += 1
  }
  fromBrowser.emit('error', new Error('EPIPE'))
  fromBrowser.emit('close')
  assert.equal(closed, 1)
})
