import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

/** What is measured and left out in each cell of a plan. */
const armsOf = (arms: string, ...lines: string[]) =>
  parsePlan(['title: x', `arms: ${arms}`, 'rounds: 1', ...lines, ''].join('\n'), 'x').cells.map(
    ({ arms: { applied, leftOut }, skip }) => ({ applied: applied.join(' '), leftOut, skip }),
  )

const STREAMS = ['held: {page: empty}', 'factors: {rttMs: [20, 100], streams: [1, 10]}']

test('an arm that a factor does nothing to is measured once for each condition that is another to it', () => {
  const all = { applied: 'http h1 h2', leftOut: {}, skip: null }
  const again = (cell: number) => ({
    applied: 'h1 h2',
    skip: null,
    leftOut: { http: `HTTP/1.1 has no streams (as in cell ${cell})` },
  })
  assert.deepEqual(armsOf('[http, h1, h2]', ...STREAMS), [all, again(0), all, again(2)])
})

test('what becomes of UDP makes no difference to arms that send none', () => {
  const udp = ['held: {page: empty}', 'factors: {udp: [open, dropped]}']
  assert.deepEqual(
    armsOf('[h1, h2, h3-altsvc]', 'baseline: h2', ...udp).map(({ applied }) => applied),
    ['h1 h2 h3-altsvc', 'h2 h3-altsvc'],
  )
})

test('the baseline is measured beside every other arm, as arms are compared within rounds', () => {
  for (const { applied } of armsOf('[h1, h2]', ...STREAMS)) assert.equal(applied, 'h1 h2')
})

test('a cell in which nothing but a repetition would be measured is skipped, with the reason', () => {
  const cells = armsOf('[http, h1]', ...STREAMS)
  assert.deepEqual(
    cells.map(({ applied, skip }) => [applied, skip]),
    [
      ['http h1', null],
      ['', 'HTTP/1.1 has no streams (as in cell 0)'],
      ['http h1', null],
      ['', 'HTTP/1.1 has no streams (as in cell 2)'],
    ],
  )
  assert.deepEqual(
    armsOf('[h1]', ...STREAMS).map(({ skip }) => skip !== null),
    [false, true, false, true],
  )
})

test('the initial window is QUIC’s as well where the server lets it be set, else h3 is measured once', () => {
  const factors = 'factors: {initcwnd: [3, 10]}'
  const towline = armsOf('[h1, h3]', 'held: {page: empty}', factors)
  assert.deepEqual(
    towline.map(({ applied }) => applied),
    ['h1 h3', 'h1 h3'],
  )
  const caddy = armsOf('[h1, h3]', 'held: {page: empty, server: caddy}', factors)
  assert.deepEqual(
    caddy.map(({ applied, leftOut }) => [applied, leftOut.h3]),
    [
      ['h1 h3', undefined],
      ['h1', 'the initial window of the server’s QUIC cannot be set (as in cell 0)'],
    ],
  )
})

test('a congestion control that QUIC does not have is one and the same to h3', () => {
  const cells = armsOf(
    '[h1, h3]',
    'held: {page: empty}',
    'factors: {congestionControl: [null, vegas, cubic, bbr]}',
  )
  assert.deepEqual(
    cells.map(({ applied, leftOut }) => [applied, leftOut.h3 ?? null]),
    [
      ['h1 h3', null],
      ['h1', 'the server’s QUIC does not have this congestion control (as in cell 0)'],
      ['h1 h3', null],
      ['h1 h3', null],
    ],
  )
})

test('over HTTP/1.1 browsers act on no 103: its arm is measured once, but for a baseline', () => {
  const cells = armsOf('[http, h1, h2]', 'held: {page: thinking-100}', 'factors: {earlyHints: [off, on]}')
  assert.deepEqual(
    cells.map(({ applied, leftOut }) => [applied, leftOut.http ?? null]),
    [
      ['http h1 h2', null],
      ['h1 h2', 'over HTTP/1.1 browsers act on no 103 (as in cell 0)'],
    ],
  )
})

test('priorities are those of HTTP/3: other arms are measured once', () => {
  const cells = armsOf('[h1, h2, h3]', 'held: {page: empty}', 'factors: {priorities: [off, on]}')
  assert.deepEqual(
    cells.map(({ applied, leftOut }) => [applied, leftOut.h2 ?? null]),
    [
      ['h1 h2 h3', null],
      ['h1 h3', 'priorities are those of HTTP/3 (as in cell 0)'],
    ],
  )
})

test('the slow start is that of QUIC: other arms are measured once', () => {
  const [, hystart] = armsOf(
    '[h1, h2, h3]',
    'held: {page: empty}',
    'factors: {slowStart: [classic, hystart]}',
  )
  assert.deepEqual(
    [hystart?.applied, hystart?.leftOut.h2],
    ['h1 h3', 'the slow start is that of QUIC (as in cell 0)'],
  )
})

test('cells that differ by anything else are other cells', () => {
  for (const { applied } of armsOf('[http, h1, h2]', 'held: {page: empty}', 'factors: {rttMs: [20, 100]}'))
    assert.equal(applied, 'http h1 h2')
})
