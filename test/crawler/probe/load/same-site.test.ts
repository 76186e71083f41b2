import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameSite } from '../../../../crawler/probe/load/same-site.ts'

for (const [one, other, isSame] of [
  ['https://www.site.test/', 'http://site.test:8080/a', true],
  ['https://a.co.uk/', 'https://b.co.uk/', false],
  ['https://a.github.io/', 'https://b.github.io/', false],
  ['https://192.0.2.1/', 'https://192.0.2.1:8443/', true],
  ['https://192.0.2.1/', 'https://192.0.2.2/', false],
  ['http://localhost/', 'http://localhost:3000/', true],
  ['about:blank', 'about:blank', false],
] as const)
  test(`${one} and ${other} are ${isSame ? 'one site' : 'two sites'}`, () => {
    assert.equal(isSameSite(one, other), isSame)
    assert.equal(isSameSite(other, one), isSame)
  })
