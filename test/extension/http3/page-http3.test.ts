import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHttp3 } from '../../../extension/http3/page-http3.ts'
import { pageLoad } from '../har/page-load.ts'

const load = (
  navigation: Record<string, number | string>,
  resources: readonly Record<string, string>[] = [],
) => {
  const page = pageLoad()
  return {
    ...page,
    origin: 'https://site.test',
    timings: { ...page.timings, navigation: { ...page.timings.navigation, ...navigation }, resources },
  }
}

test('only requests of the page’s own origin show that its server speaks HTTP/3', () => {
  const by = (name: string, nextHopProtocol: string) =>
    pageHttp3(load({ nextHopProtocol: 'h2' }, [{ name, nextHopProtocol }]))?.othersByH3
  assert.deepEqual(
    [
      by('https://site.test/a.js', 'h3'),
      by('https://site.test/a.js', 'h2'),
      by('https://cdn.test/a.js', 'h3'),
      by('https://site.test:8443/a.js', 'h3'),
    ],
    [true, false, false, false],
  )
})

test('a page from the cache is one, and headers are unknown to it', () => {
  const facts = pageHttp3(load({ deliveryType: 'cache' }))
  assert.deepEqual([facts?.fromCache, facts?.altSvc], [true, 'hidden'])
})

test('without a navigation entry nothing is known', () => {
  const page = pageLoad()
  assert.equal(pageHttp3({ ...page, timings: { ...page.timings, navigation: null } }), null)
})
