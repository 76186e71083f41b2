import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('CITATION.cff is about this version, under the licence of the program', () => {
  const citation = parse(read('CITATION.cff'))
  const { version, license } = JSON.parse(read('package.json'))
  assert.deepEqual([citation.version, citation.license], [version, license])
  assert.equal(citation['cff-version'], '1.2.0')
})
