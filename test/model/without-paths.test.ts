import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPaths } from '../../model/without-paths.ts'

test('what a program said ends where a path of the machine begins', () => {
  for (const [said, published] of [
    ['/home/alice/chrome did not start', '…'],
    ['spawn /home/alice/my browser/chrome ENOENT', 'spawn …'],
    ["ENOENT: no such file or directory, open '/root/ca.pem'", "ENOENT: no such file or directory, open '…"],
    ['it ended (1): --user-data-dir=/tmp/profile', 'it ended (1): --user-data-dir=…'],
    ['sql:/var/nssdb\nis locked', 'sql:…'],
    ['see file:///home/alice/log', 'see …'],
    ['see ~/log', 'see …'],
  ] as const)
    assert.equal(withoutPaths(said), published)
})

test('URLs, protocols, media types and fractions are no paths', () => {
  for (const said of [
    'https://a.test/login?next=/home/alice',
    'http/1.1 for https://a.test',
    'net::ERR_CONNECTION_RESET',
    'text/html in place of application/json',
    'this / that',
    '',
  ])
    assert.equal(withoutPaths(said), said)
})
