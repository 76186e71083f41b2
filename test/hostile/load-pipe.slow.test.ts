import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { findLabProgram } from '../../lab/process/find-program.ts'
import { runCommand } from '../../lab/process/run-command.ts'
import { whyNoLoad } from '../lab/load/run-load.ts'
import { CACHE, runOrigin, whyNoServer } from '../lab/origin/running-server.ts'
import { testFolder } from '../test-folder.ts'

const skip = whyNoLoad() || (await whyNoServer('towline'))
/** Of address space: what no garbage brings the program near. */
const MOST_BYTES = 1_500_000_000
const LIMIT_MS = 20_000
const MEGABYTE = Buffer.alloc(1_000_000, 'a')

const folder = testFolder()
const fifo = join(folder, 'fifo')
const wrongJson = join(folder, 'wrong.json')
before(async () => {
  await writeFile(wrongJson, '{"protocol": "h1", "hosts": [')
  await runCommand(['mkfifo', fifo])
})

/** What the program says, and how it ends, with such input and this argument. Input that ends would end the program, too. */
async function endOf(argument: string, input: Iterable<Buffer | string>, ends = false) {
  const program = findLabProgram('towline-load', CACHE)
  const child = spawn('prlimit', [`--as=${MOST_BYTES}`, program, argument], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  // It ends before it has read all.
  child.stdin.on('error', () => {})
  Readable.from(input).pipe(child.stdin, { end: ends })
  const [said, told, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, said, told }
}

test('garbage on the pipe of a graph’s client ends it at once, in one line with a code of its own', {
  skip,
}, async () => {
  type Case = [string, Iterable<Buffer | string>, number, RegExp | '']
  // Its two threads fail together in one run of four.
  const orders: Case[] = Array(20).fill(['100,000 orders', ['/\n'.repeat(100_000)], 66, /: not a plain file/])
  const cases: Case[] = [
    ['nothing', [], 0, ''],
    ['half a line', ['order.js'], 65, /standard input: it ends within a line/],
    ['a line of 2 GB', Array(2_000).fill(MEGABYTE), 65, /standard input: a line of more than 4096 bytes/],
    [
      'bytes that are no text',
      [Buffer.from([0xff, 0xfe, 10])],
      65,
      /standard input: a line that is not UTF-8/,
    ],
    ...orders,
    ['no file', ['/nowhere/order.json\n'], 66, /\/nowhere\/order\.json: No such file/],
    ['a device', ['/dev/zero\n'], 66, /\/dev\/zero: not a plain file/],
    ['a FIFO', [`${fifo}\n`], 66, /fifo: not a plain file/],
    ['wrong JSON', [`${wrongJson}\n`], 78, /wrong\.json: EOF while parsing a list/],
  ]
  for (const [name, input, code, line] of cases) {
    const end = await endOf('graph', input, name === 'nothing' || name === 'half a line')
    // Of so many orders the first one may be refused before it is seen that they are too many.
    if (name === '100,000 orders' && end.code === 65) assert.match(end.said, /more than 64 orders at once/)
    else assert.deepEqual([name, end.code, end.told], [name, code, ''], end.said)
    if (line === '') assert.equal(end.said, '')
    else assert.match(end.said, /^towline-load: [^\n]+\n$/, name)
    if (line !== '' && end.code === code) assert.match(end.said, line)
  }
})

test('an order that is no plain file of JSON is refused by client and origin server at once, in one line', {
  skip,
}, async () => {
  for (const [file, code] of [
    ['/nowhere', 66],
    ['/dev/zero', 66],
    [fifo, 66],
    [folder, 66],
    [wrongJson, 78],
  ] as const) {
    const client = await endOf(file, [])
    assert.deepEqual([file, client.code, client.told], [file, code, ''])
    assert.match(client.said, /^towline-load: [^\n]+\n$/)
  }
  const server = await runOrigin(folder, '{"www": [')
  assert.equal(server.code, 78)
  assert.match(server.stderr, /^towline-origin: [^\n]+\n$/)
})

test('a closed pipe for its lines ends a load’s client in one line', { skip }, async () => {
  const order = join(folder, 'order.json')
  const host = { name: 'a.test', address: '127.0.0.1', port: 1 }
  await writeFile(
    order,
    JSON.stringify({
      ...{ protocol: 'h1', hosts: [host], connections: 'fresh', seed: 1, thinkMs: 10 },
      resources: [{ host: 'a.test', path: '/', status: 200, bodyBytes: 1 }],
      ...{ caFile: '/etc/ssl/certs/ca-certificates.crt', ramp: [{ atMs: 0, users: 1 }] },
      ...{ durationMs: LIMIT_MS, pagesPerUser: null, pageLimitMs: 500, connectLimitMs: 500 },
    }),
  )
  const closed = openSync('/dev/full', 'w')
  try {
    const child = spawn(findLabProgram('towline-load', CACHE), [order], { stdio: ['pipe', closed, 'pipe'] })
    assert.ok(child.stderr)
    const [said, [code]] = await Promise.all([text(child.stderr ?? assert.fail()), once(child, 'close')])
    assert.equal(code, 74)
    assert.match(said, /^towline-load: standard output: No space left[^\n]*\n$/)
    const reader = spawn(findLabProgram('towline-load', CACHE), [order], { stdio: ['pipe', 'pipe', 'pipe'] })
    reader.stdout.destroy()
    const [complaint, [status]] = await Promise.all([text(reader.stderr), once(reader, 'close')])
    assert.deepEqual([status, complaint], [74, 'towline-load: standard output: Broken pipe (os error 32)\n'])
  } finally {
    closeSync(closed)
  }
})
