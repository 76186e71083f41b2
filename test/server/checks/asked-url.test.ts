import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAskedUrl } from '../../../server/checks/asked-url.ts'
import { Problem } from '../../../server/http/problem.ts'

function statusOf(typed: string, ownNetwork = false): number {
  try {
    readAskedUrl(typed, ownNetwork)
    return 200
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    assert.match(error.message, /^[A-Z][^\n]{10,100}\.$/, 'one line')
    return error.status
  }
}

test('a page of a public site has one written form, by whichever of them it was typed', () => {
  const read = (typed: string) => readAskedUrl(typed, false)
  const home = { url: 'https://example.com/', domain: 'example.com' }
  for (const typed of [
    'example.com',
    ' https://EXAMPLE.com ',
    'https://example.com.:443/#top',
    'https:///example.com',
  ])
    assert.deepEqual(read(typed), home, typed)
  assert.deepEqual(read('http://www.example.co.uk:80/a?b=c'), {
    url: 'http://www.example.co.uk/a?b=c',
    domain: 'example.co.uk',
  })
  assert.deepEqual(read('bücher.de'), { url: 'https://xn--bcher-kva.de/', domain: 'xn--bcher-kva.de' })
})

test('what is no URL of a page is 400', () => {
  const typed = [
    ...[
      '',
      ' ',
      'a b.com',
      'https://',
      'https://exa\tmple.com',
      'https://example.com\nX: y',
      'https:\\\\example.com',
    ],
    ...[
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'chrome://version',
    ],
    ...[
      'https://user@example.com/',
      'https://user:secret@example.com/',
      'https://@example.com/',
      'u:p@example.com',
    ],
    ...['https://exa_mple-.com', 'https://-example.com/', 'https://a..com', 'https://\u202eexample.com'],
    `https://example.com/${'a'.repeat(2_048)}`,
    `https://${'a'.repeat(64)}.com/`,
  ]
  for (const each of typed) assert.equal(statusOf(each), 400, JSON.stringify(each))
})

test('addresses, other ports and names that are not public are 403', () => {
  const typed = [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      'http://10.0.0.1/',
      '8.8.8.8',
      '１２７.０.０.１',
    ],
    ...['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::a00:1]', '[2606:4700::1111]', '0', 'https://0x7f000001/'],
    ...['https://example.com:8443/', 'http://example.com:443/', 'https://example.com:22/'],
    ...[
      'localhost',
      'router',
      'printer.local',
      'metadata.google.internal',
      'db.lan',
      'com',
      'co.uk',
      'a.test',
      'a.onion',
    ],
  ]
  for (const each of typed) assert.equal(statusOf(each), 403, JSON.stringify(each))
})

test('on a network of the operator’s own names need not be public', () => {
  assert.deepEqual(readAskedUrl('wiki', true), { url: 'https://wiki/', domain: 'wiki' })
  assert.equal(readAskedUrl('https://a.site.test/', true).domain, 'site.test')
  assert.equal(statusOf('10.0.0.1', true), 403)
  assert.equal(statusOf('https://wiki:8443/', true), 403)
})
