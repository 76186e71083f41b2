import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  choiceOf,
  fieldSitePath,
  numberOf,
  routeOf,
  sitePath,
  withChoices,
} from '../../../web/client/address.ts'

test('each page has one path; a slash at the end makes no difference', () => {
  assert.deepEqual(routeOf('/'), { view: 'overview' })
  for (const view of [
    'sites',
    'pages',
    'lab',
    'papers',
    'replay',
    'load',
    'field',
    'har',
    'method',
  ] as const) {
    assert.deepEqual(routeOf(`/${view}`), { view })
    assert.deepEqual(routeOf(`/${view}/`), { view })
  }
  assert.deepEqual(routeOf('/sites/Example.TEST'), { view: 'site', domain: 'example.test' })
  assert.deepEqual(routeOf('/field/Example.TEST'), { view: 'fieldSite', domain: 'example.test' })
})

test('what is no page of ours is said to be unknown', () => {
  for (const path of [
    '/nothing',
    '/sites/a/b',
    '/sites/%3Cimg%3E',
    '/sites/a%2Fb',
    '/field/a/b',
    '/lab/a.test',
    '/lab/1',
    '/toString',
    '/__proto__',
  ]) {
    assert.deepEqual(routeOf(path), { view: 'unknown', path })
  }
})

test('the permalink of a site leads to its page', () => {
  for (const domain of ['example.test', 'xn--bcher-kva.test', 'a_b.c-d.test']) {
    assert.deepEqual(routeOf(sitePath(domain)), { view: 'site', domain })
    assert.deepEqual(routeOf(fieldSitePath(domain)), { view: 'fieldSite', domain })
  }
})

test('a choice is put into the query, and others stay', () => {
  const address = { pathname: '/sites/a.test', search: '?scale=log&metric=plt_ms' }
  assert.equal(withChoices(address, { metric: 'tow_ms' }), '/sites/a.test?metric=tow_ms&scale=log')
  assert.equal(withChoices(address, { metric: null, scale: '' }), '/sites/a.test')
})

test('the same choices give the same permalink, in whatever order they were made', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z.]{1,8}$/), fc.string({ minLength: 1 })), (choices) => {
      const empty = { pathname: '/lab', search: '' }
      const backwards = Object.fromEntries(Object.entries(choices).reverse())
      const address = withChoices(empty, choices)
      assert.equal(withChoices(empty, backwards), address)
      const query = new URLSearchParams(address.split('?')[1] ?? '')
      for (const [name, value] of Object.entries(choices)) assert.equal(query.get(name), value.toWellFormed())
    }),
  )
})

test('a choice that is not to be had falls back, and so does a page that is no number', () => {
  const query = new URLSearchParams('metric=nonsense&scale=log&page=3&run=-1&other=1e3')
  assert.equal(choiceOf(query, 'metric', ['plt_ms', 'tow_ms'], 'plt_ms'), 'plt_ms')
  assert.equal(choiceOf(query, 'scale', ['linear', 'log'], 'linear'), 'log')
  assert.equal(numberOf(query, 'page', 1), 3)
  for (const name of ['run', 'other', 'absent']) assert.equal(numberOf(query, name, 1), 1)
})
