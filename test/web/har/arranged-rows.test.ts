import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Arrangement, arrangedRows } from '../../../web/har/arranged-rows.ts'
import type { RequestRow } from '../../../web/har/request-row.ts'

const row = (number: number, facts: Partial<RequestRow>): RequestRow => ({
  number,
  url: `https://site.test/${number}.js`,
  protocol: 'h2',
  status: 200,
  mimeType: 'text/javascript',
  sizeBytes: 100,
  startMs: 10 * number,
  timeMs: 50,
  ...facts,
})

const ROWS = [
  row(1, { timeMs: 90, mimeType: 'text/html' }),
  row(2, { timeMs: null, protocol: null }),
  row(3, { timeMs: 20, protocol: 'h3' }),
  row(4, { timeMs: 90, status: 404 }),
]

describe('requests of a load', () => {
  const cases: readonly (readonly [string, Partial<Arrangement>, number[]])[] = [
    ['stand in their order', {}, [1, 2, 3, 4]],
    ['sort by a number, the unknown last', { by: 'timeMs' }, [3, 1, 4, 2]],
    ['sort the other way, the unknown still last', { by: 'timeMs', descending: true }, [1, 4, 3, 2]],
    ['sort by text', { by: 'protocol' }, [1, 4, 3, 2]],
    ['are found by the protocol’s name', { filter: 'http/3' }, [3]],
    ['are found by status', { filter: '404' }, [4]],
    ['are found by type, whatever the case', { filter: ' TEXT/HTML ' }, [1]],
    [
      'are found by address, and sorted then',
      { filter: '.js', by: 'number', descending: true },
      [4, 3, 2, 1],
    ],
    ['may all be left out', { filter: 'nowhere' }, []],
  ]
  for (const [title, arrangement, numbers] of cases)
    test(title, () => {
      const arranged = arrangedRows(ROWS, { by: 'number', descending: false, filter: '', ...arrangement })
      assert.deepEqual(
        arranged.map(({ number }) => number),
        numbers,
      )
    })
})
