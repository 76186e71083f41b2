import assert from 'node:assert/strict'
import { test } from 'node:test'
import { armsForPage, fileNameOf, readAskedPage } from '../../../cli/check/asked-page.ts'
import { pageUrl } from '../../../crawler/survey/http/asked-page.ts'
import { linesOf, towlineHere } from '../towline.ts'

const read = (typed: string) => {
  const { page, isHome } = readAskedPage(typed)
  return [pageUrl(page), isHome]
}

test('a page is what was typed: scheme, port, path and query', () => {
  for (const [typed, url, isHome] of [
    ['a.test', 'https://a.test/', true],
    ['HTTPS://A.test:443', 'https://a.test/', true],
    ['a.test/shop', 'https://a.test/shop', false],
    ['a.test:8443', 'https://a.test:8443/', false],
    ['https://a.test:8443/shop?a=1&b=%20', 'https://a.test:8443/shop?a=1&b=%20', false],
    ['https://a.test/?q=1', 'https://a.test/?q=1', false],
    ['http://a.test', 'http://a.test/', false],
    ['http://localhost:8080/x', 'http://localhost:8080/x', false],
    ['münchen.example', 'https://xn--mnchen-3ya.example/', true],
  ] as const)
    assert.deepEqual(read(typed), [url, isHome], typed)
})

test('what is not measured is refused in one line, with exit code 64', async (t) => {
  for (const [args, message] of [
    [['ftp://a.test/'], /has the scheme ftp: pages over https and http are checked/],
    [['https://me:secret@a.test/'], /has a user name or password: these are not sent/],
    [['https://a.test/#shop'], /has a fragment, which no server sees: leave it out/],
    [['a.test:25'], /has port 25, which browsers refuse/],
    [['https://127.0.0.1:8443/'], /is not the name of a site \(an IP address, not a name\)/],
    [['not a name'], /is neither the name of a site nor the URL of a page/],
    [['http://a.test/', '--arms', 'h1,h2'], /--arms h1: browsers speak HTTP\/2 and HTTP\/3 over TLS alone/],
  ] as const)
    await t.test(args.join(' '), async (t) => {
      const { code, stdout, stderr } = await towlineHere(t, ['check', ...args])
      assert.deepEqual([code, stdout, linesOf(stderr).length], [64, '', 1], stderr)
      assert.match(stderr, message)
    })
})

test('in clear text the one arm is HTTP/1.1 in clear text', () => {
  const { page } = readAskedPage('http://a.test/')
  assert.deepEqual(armsForPage(page, ['h1', 'h2', 'h3'], false), ['http'])
  assert.deepEqual(armsForPage(page, ['http'], true), ['http'])
  assert.deepEqual(armsForPage(readAskedPage('a.test').page, ['h1', 'h3'], true), ['h1', 'h3'])
})

test('two pages have two files, whatever their URLs are made of', () => {
  const nameOf = (typed: string): string => {
    const { page, isHome } = readAskedPage(typed)
    return fileNameOf(page, isHome)
  }
  assert.equal(nameOf('a.test'), 'a.test')
  const typed = ['a.test/a/b', 'a.test/a?b', 'a.test:8443/a', 'http://a.test/', `a.test/${'x'.repeat(3_000)}`]
  const names = typed.map(nameOf)
  assert.equal(new Set(names).size, typed.length)
  for (const name of names) assert.match(name, /^a\.test[a-z0-9._-]{1,110}$/)
})
