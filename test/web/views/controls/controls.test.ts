import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURE_CODES } from '../../../../model/failure-codes.ts'
import { codeWords, explainedCode } from '../../../../web/views/controls/code-words.ts'
import {
  armOptions,
  armSelect,
  baselineSelect,
  comparedOf,
} from '../../../../web/views/controls/comparison-selects.ts'
import { controls, select } from '../../../../web/views/controls/controls.ts'
import { day, facts, known, knownSign, minute } from '../../../../web/views/controls/facts.ts'
import { pager, tableFiles } from '../../../../web/views/controls/pager.ts'
import { sortHeading } from '../../../../web/views/controls/sort-heading.ts'
import { unknownPage } from '../../../../web/views/unknown.ts'
import { showView } from '../shown-view.ts'

test('every failure code has words; one of a newer version stands alone', async () => {
  for (const code of FAILURE_CODES) assert.ok((codeWords(code) ?? '').length > 5, code)
  assert.equal(codeWords('toString'), null)
  assert.equal((await showView(() => explainedCode('a_new_code'))).text, 'a_new_code')
})

test('a select has its value chosen and says what was chosen', async () => {
  const chosen: string[] = []
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ]
  const shown = await showView(() =>
    controls(
      'Which',
      select({ id: 'x', label: 'x', value: 'b', options, choose: (value) => chosen.push(value) }),
    ),
  )
  assert.deepEqual(shown.texts('[selected]'), ['B'])
  shown.choose('#x', 'a')
  assert.deepEqual(chosen, ['a'])
})

test('arms are offered that the data has, none over itself, and the usual choice stays out of the address', async () => {
  const compared = comparedOf(new URLSearchParams('arm=h3&baseline=h2&metric=nonsense'))
  assert.deepEqual(compared, { metric: 'plt_ms', arm: 'h3', baseline: 'h2' })
  const shown = await showView(({ go }) => [
    armSelect(go, compared, ['h3', 'h2', 'h1']),
    baselineSelect(go, 'over', 'h2', armOptions(['h2', 'h1'])),
  ])
  const values = (id: string) =>
    shown.root
      .querySelector(id)
      ?.querySelectorAll('option')
      .map(({ attributes }) => attributes.get('value'))
  assert.deepEqual(values('#arm'), ['h1', 'h3'])
  assert.deepEqual(values('#baseline'), ['h1', 'h2'])
  shown.choose('#baseline', 'h1')
  shown.choose('#arm', 'h3')
  assert.deepEqual(shown.choices, [{ baseline: null }, { arm: 'h3' }])
})

test('unknown is not “no”', async () => {
  const words = async (value: boolean | null) =>
    (await showView(() => [known(value), ' ', knownSign(value)])).text
  assert.deepEqual(
    [await words(true), await words(false), await words(null)],
    ['yes ●yes', 'no nono', 'not known ?not known'],
  )
  assert.equal((await showView(() => facts([['TLS', null]]))).text, 'TLSnot known')
})

test('moments are in UTC, to the minute or the day', () => {
  assert.equal(minute('2026-11-21T10:04:59.000Z'), '2026-11-21 10:04 UTC')
  assert.equal(day('2026-11-21T23:59:00.000Z'), '2026-11-21')
})

/** Page, and where `← back` and `on →` lead. */
const PAGES = [
  [1, [undefined, '/sites?page=2&q=a']],
  [2, ['/sites?q=a', '/sites?page=3&q=a']],
  [3, ['/sites?page=2&q=a', undefined]],
] as const

for (const [page, hrefs] of PAGES) {
  test(`page ${page} of 3 leads to the pages beside it that there are`, async () => {
    const { root } = await showView((context) => pager(context, { total: 120, page, pageSize: 50 }), {
      pathname: '/sites',
      search: '?q=a',
    })
    const href = (id: string) => root.querySelector(`#page-${id}`)?.attributes.get('href')
    assert.deepEqual([href('back'), href('on')], hrefs)
  })
}

test('a page beyond the last says how many there are and leads to the last', async () => {
  const { root, text } = await showView((context) => pager(context, { total: 120, page: 9, pageSize: 50 }), {
    pathname: '/sites',
    search: '?page=9&q=a',
  })
  assert.equal(text, 'Page 9 of 3: there are 3.To the last page')
  assert.equal(root.querySelector('a')?.attributes.get('href'), '/sites?page=3&q=a')
})

test('a heading sorts by its first order, then the other way, and goes to the first page', async () => {
  const heading = {
    label: 'RTT',
    className: null,
    id: 's',
    sort: 'rttMs',
    order: 'asc',
    first: 'asc',
  } as const
  const sorted = async (active: boolean) => {
    const { root } = await showView((context) => sortHeading(context, { ...heading, active }), {
      pathname: '/sites',
      search: '?page=2',
    })
    return [
      root.querySelector('a')?.attributes.get('href'),
      root.querySelector('th')?.attributes.get('aria-sort'),
    ]
  }
  assert.deepEqual(await sorted(false), ['/sites?sort=rttMs', undefined])
  assert.deepEqual(await sorted(true), ['/sites?order=desc&sort=rttMs', 'ascending'])
})

test('a table’s files are all pages as CSV and this page as JSON', async () => {
  const { root } = await showView(() => tableFiles('/all.csv', '/page.json', ['sites']))
  assert.deepEqual(
    root.querySelectorAll('a').map(({ attributes }) => attributes.get('href')),
    ['/all.csv', '/page.json'],
  )
})

test('an address without a page is a 404 that leads on', async () => {
  const { text, root } = await showView(unknownPage)
  assert.match(text, /No such page.*404/)
  assert.equal(root.querySelector('a')?.attributes.get('href'), '/')
})
