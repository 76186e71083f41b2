import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainIndex } from '../../../stats/survey/domain-index.ts'

test('domains have the numbers of a Map, whatever they look like', () => {
  const index = new DomainIndex()
  const numbers = new Map<string, number>()
  for (let round = 0; round < 2; round += 1)
    for (let rank = 0; rank < 50_000; rank += 1)
      for (const domain of [`s${rank}.test`, `${rank % 500}.example`, 'xn--bcher-kva.test']) {
        const number = numbers.get(domain) ?? numbers.size
        numbers.set(domain, number)
        assert.equal(index.numberOf(domain), number, domain)
      }
  assert.equal(index.size, 50_501)
})
