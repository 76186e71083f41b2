import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plannedLoads } from '../../../../lab/load/plan/planned-loads.ts'

const ordersOf = (plan: Parameters<typeof plannedLoads>[0]): string[] =>
  [...Map.groupBy(plannedLoads(plan), ({ repetition }) => repetition).values()].map((loads) =>
    loads.map(({ server, arm }) => `${server}/${arm}`).join(' '),
  )

test('each arm comes first, second and last once in three repetitions', () => {
  assert.deepEqual(ordersOf({ servers: ['towline'], arms: ['h1', 'h2', 'h3'], repetitions: 4 }), [
    'towline/h1 towline/h2 towline/h3',
    'towline/h2 towline/h3 towline/h1',
    'towline/h3 towline/h1 towline/h2',
    'towline/h1 towline/h2 towline/h3',
  ])
})

test('servers take turns as well, and an arm that a server does not speak is left out', () => {
  assert.deepEqual(ordersOf({ servers: ['caddy', 'nginx'], arms: ['h1', 'h2', 'h3'], repetitions: 2 }), [
    'caddy/h1 caddy/h2 caddy/h3 nginx/h1 nginx/h2',
    'nginx/h2 nginx/h1 caddy/h2 caddy/h3 caddy/h1',
  ])
  assert.deepEqual(ordersOf({ servers: ['apache'], arms: ['h3'], repetitions: 2 }), [])
})
