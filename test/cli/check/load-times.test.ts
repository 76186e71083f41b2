import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTimes, niceStep } from '../../../cli/check/load-times.ts'
import { armsOf } from './check-data.ts'

const ARMS = armsOf({ h1: [100, 200, 300], h2: [50, 60, 70] })

test('each load is a dot, each protocol has a line at its median, on one axis from 0', () => {
  const svg = loadTimes({
    arms: ARMS,
    points: [
      { arm: 'h1', round: 0, value: 400 },
      { arm: 'h1', round: 1, value: 200 },
      { arm: 'h2', round: 0, value: 100 },
    ],
  })
  const dots = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x))
  assert.equal(dots.length, 3)
  const [first = 0, second = 0, third = 0] = dots
  const left = Number(/<line x1="([\d.]+)"/.exec(svg)?.[1])
  assert.ok(Math.abs((first - left) / (second - left) - 2) < 0.01, 'twice the time is twice as far')
  assert.ok(Math.abs((first - left) / (third - left) - 4) < 0.02)
  assert.equal(svg.match(/class="median"/g)?.length, 2)
  assert.match(svg, /<title>round 2: 200 ms<\/title>/)
})

test('a protocol without a valid load has its row, without a line', () => {
  const svg = loadTimes({
    arms: armsOf({ h1: [100], h3: [] }),
    points: [{ arm: 'h1', round: 0, value: 100 }],
  })
  assert.match(svg, /<g class="h3"><text[^>]*>HTTP\/3<\/text><\/g>/)
})

test('without any load there is no chart', () => {
  assert.equal(loadTimes({ arms: ARMS, points: [] }), '')
})

test('steps of the axis are 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual([0.7, 1, 3, 20, 43, 60, 900].map(niceStep), [1, 1, 5, 20, 50, 100, 1_000])
})
