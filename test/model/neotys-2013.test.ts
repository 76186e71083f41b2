import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PAPER_PAGES } from '../../lab/pages/paper-pages.ts'
import { NEOTYS_2013, NEOTYS_PAGE } from '../../model/neotys-2013.ts'

test('Neotys’s figures are those that were printed', () => {
  const file = join(import.meta.dirname, '../stats/fixtures/neotys-2013-server-load.csv')
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  assert.deepEqual(
    NEOTYS_2013.map(({ name, http, https, spdy }) => [name, http, https, spdy]),
    lines.map((line) => {
      const [name, , ...values] = line.split(',')
      return [name, ...values.map(Number)]
    }),
  )
})

test('the page that is shown beside them is one of the lab’s', () => {
  assert.ok(Object.hasOwn(PAPER_PAGES, NEOTYS_PAGE))
})
