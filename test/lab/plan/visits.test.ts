import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveOrder } from '../../../lab/plan/serve-order.ts'
import { resolverConflict } from '../../../lab/plan/visit-arms.ts'
import { faults, plan } from './plan-text.ts'

const SERVED = { www: '', hosts: [], certFile: '', keyFile: '', think: {}, hints: {}, altSvc: false }

test('an arm that cannot make a visit is left out of its cells, the baseline too', () => {
  const { cells } = plan('held: {page: empty}', 'factors: {visit: [cold, zero-rtt]}')
  assert.deepEqual(
    cells.map(({ arms }) => arms.applied),
    [
      ['h1', 'h2'],
      ['h1', 'h2'],
    ],
  )
})

test('a visit that no arm of the plan, its page or its server can make is refused in one line', () => {
  const refused = (...lines: string[]) => faults(() => plan(...lines))
  assert.deepEqual(refused('held: {page: empty, visit: alt-svc-second}'), [
    'x.yaml:4: no arm of the plan can make it: the visit alt-svc-second is of h3-altsvc',
  ])
  assert.deepEqual(refused('held: {page: empty, server: nginx, visit: resumed}'), [
    'x.yaml:4: nginx 1.22 does not say what it resumed, which the visit resumed needs',
  ])
  assert.deepEqual(refused('held: {page: "graph:modern", visit: resumed}').length, 1)
  assert.deepEqual(refused('held: {page: empty, visit: https-record}'), [
    'x.yaml:4: no arm of the plan can make it: the visit https-record is of h3-altsvc',
  ])
  assert.match(
    refused('held: {page: empty, visit: warm}')[0] ?? '',
    /^x.yaml:4: visit: a visit is one of cold, /,
  )
})

test('HTTPS records beside a recorded page, whose resolver is behind the link, are refused', () => {
  const cells = [
    { visit: 'cold', page: 'recording:shop' },
    { visit: 'https-record', page: 'empty' },
  ] as const
  assert.match(resolverConflict(cells) ?? '', /put them into plans of their own$/)
  assert.equal(resolverConflict(cells.slice(1)), null)
})

test('tickets, early data and freshness are the server’s where a visit needs them, and nowhere else', () => {
  const { cells } = plan('held: {page: empty}', 'factors: {visit: [cold, resumed, zero-rtt, warm-cache]}')
  assert.deepEqual(
    cells.map((cell) => {
      const { sessionTickets, earlyData, cacheControl, connectionsSaid } = serveOrder(cell, SERVED)
      return [sessionTickets, earlyData, cacheControl, connectionsSaid]
    }),
    [
      [false, false, null, false],
      [true, false, null, true],
      [true, true, null, true],
      [false, false, 'max-age=86400', true],
    ],
  )
})
