import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorityOf, requestHeaders } from '../../../../crawler/survey/http/request.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'

for (const [host, port, scheme, authority] of [
  ['site.test', 443, 'https', 'site.test'],
  ['site.test', 80, 'http', 'site.test'],
  ['site.test', 80, 'https', 'site.test:80'],
  ['2001:db8::1', 443, 'https', '[2001:db8::1]'],
  ['2001:db8::1', 8443, 'https', '[2001:db8::1]:8443'],
] as const)
  test(`${host} at port ${port} of ${scheme} is asked for as ${authority}`, () => {
    assert.equal(authorityOf({ ...endpoint(port, { scheme }), host }), authority)
  })

test('robots.txt is asked for as plain text and without encodings', () => {
  const context = surveyContext()
  assert.deepEqual(requestHeaders('/robots.txt', endpoint(443), context), {
    'user-agent': context.userAgent,
    accept: 'text/plain, */*;q=0.1',
  })
  assert.equal(requestHeaders('/', endpoint(443), context)['accept-encoding'], 'gzip, br')
})
