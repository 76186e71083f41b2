import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTrace, readTrace } from '../../../../lab/link/condition/trace.ts'

test('an opportunity in each millisecond is 12 Mbit/s', () => {
  assert.deepEqual(parseTrace('1\n2\n3\n4\n', 'x'), {
    steps: [{ lastsMs: 4, mbps: 12 }],
    lastsMs: 4,
    meanMbps: 12,
  })
})

test('a gap is a slower rate, several opportunities at once a faster one', () => {
  assert.deepEqual(parseTrace('1\n1\n5\n6', 'x'), {
    steps: [
      { lastsMs: 1, mbps: 24 },
      { lastsMs: 4, mbps: 3 },
      { lastsMs: 1, mbps: 12 },
    ],
    lastsMs: 6,
    meanMbps: 8,
  })
})

test('opportunities at 0 ms belong to the end of the round before', () => {
  assert.deepEqual(parseTrace('0\n0\n10\n', 'x').steps, [{ lastsMs: 10, mbps: 3.6 }])
})

for (const [text, message] of [
  ['', /^x:1: '' is no whole millisecond$/],
  ['1\n2.5\n', /^x:2: '2.5' is no whole millisecond$/],
  ['1\n\n2\n', /^x:2: '' is no whole millisecond$/],
  ['2\n1\n', /^x:2: 1 ms is before the line above$/],
  ['0\n0\n', /^x: a trace must last longer than 0 ms$/],
] as const)
  test(`${JSON.stringify(text)} is refused with its line`, () => {
    assert.throws(() => parseTrace(text, 'x'), { name: 'TraceError', message: message })
  })

test('a file that is not there is refused in words for the user', async () => {
  await assert.rejects(readTrace('/nowhere/lte.down'), {
    name: 'TraceError',
    message: '/nowhere/lte.down: the trace cannot be read (ENOENT)',
  })
})
