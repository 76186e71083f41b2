import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { incompleteBeta, lnGamma } from '../../stats/incomplete-beta.ts'
import { studentLimit, twoSidedStudentP } from '../../stats/student-tail.ts'
import { near } from './near.ts'

test('Γ of whole numbers is a factorial, of ½ it is √π', () => {
  let lnFactorial = 0
  for (let n = 1; n < 150; n += 1) {
    near(lnGamma(n), lnFactorial, 1e-13 * Math.max(1, lnFactorial))
    lnFactorial += Math.log(n)
  }
  near(lnGamma(0.5), Math.log(Math.PI) / 2, 1e-14)
  near(lnGamma(0.25), Math.log(3.625609908221908), 1e-14)
})

test('the incomplete beta function of whole numbers is a binomial tail (DLMF 8.17.5)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      (a, b, x) => {
        const n = a + b - 1
        let tail = 0
        let ways = 1
        for (let k = 0; k <= n; k += 1) {
          if (k >= a) tail += ways * x ** k * (1 - x) ** (n - k)
          ways = (ways * (n - k)) / (k + 1)
        }
        near(incompleteBeta(x, a, b) / tail, 1, 1e-11)
        near(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a), 1, 1e-12)
      },
    ),
  )
  assert.deepEqual([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)], [0, 1])
})

test('p has the closed forms of 1 and 2 degrees of freedom', () => {
  for (const t of [0, 0.1, 1, 2, 7, 100]) {
    near(twoSidedStudentP(t, 1), 1 - (2 / Math.PI) * Math.atan(t), 1e-13)
    near(twoSidedStudentP(-t, 2), 1 - t / Math.sqrt(2 + t * t), 1e-13)
  }
  assert.equal(twoSidedStudentP(Infinity, 5), 0)
})

test('limits are those of the tables (Abramowitz and Stegun, table 26.10), from 1 degree of freedom on', () => {
  for (const [degrees, at95, at99] of [
    [1, 12.706, 63.657],
    [2, 4.303, 9.925],
    [3, 3.182, 5.841],
    [4, 2.776, 4.604],
    [10, 2.228, 3.169],
    [30, 2.042, 2.75],
    [120, 1.98, 2.617],
  ] as const) {
    near(studentLimit(0.95, degrees), at95, 0.0005)
    near(studentLimit(0.99, degrees), at99, 0.0005)
  }
  near(studentLimit(0.95, 1_000_000), 1.959966, 1e-5)
})

test('what cannot be computed is refused', () => {
  for (const level of [0.49, 1, Number.NaN]) assert.throws(() => studentLimit(level, 5), RangeError)
  assert.throws(() => studentLimit(0.95, 0), RangeError)
  for (const [x, a, b] of [
    [-0.1, 1, 1],
    [1.1, 1, 1],
    [0.5, 0, 1],
    [0.5, 1, Number.NaN],
  ] as const)
    assert.throws(() => incompleteBeta(x, a, b), RangeError)
})
