import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeAs, schemeByPort } from '../../../../crawler/probe/packets/scheme-by-port.ts'

const found = (...urls: string[]) => {
  const schemes = schemeByPort(urls)
  return schemes && [...schemes]
}

test('ports have the scheme of the URLs that name them, but for 80 and 443 with their own', () => {
  assert.deepEqual(
    found('https://a.test/', 'http://a.test/', 'data:text/css,x:1', 'blob:https://a.test:1/x'),
    [],
  )
  assert.deepEqual(
    found('https://a.test:8443/', 'http://[2001:db8::7]:8080/', 'https://b.test:8443/', 'https://a.test/'),
    [
      [8443, 'https'],
      [8080, 'http'],
    ],
  )
  assert.deepEqual(found('https://a.test:80/', 'http://a.test:443/'), [
    [80, 'https'],
    [443, 'http'],
  ])
})

test('a port of both schemes is no port that can be dissected', () => {
  assert.equal(found('https://a.test:8080/', 'http://b.test:8080/'), null)
  assert.equal(found('https://a.test/', 'http://b.test:443/'), null)
})

test('tshark is asked for TLS and QUIC, or for clear text', () => {
  const schemes = schemeByPort(['https://a.test:8443/', 'http://a.test:8080/'])
  assert.ok(schemes)
  assert.deepEqual(
    decodeAs(schemes).filter((argument) => argument !== '-d'),
    ['tcp.port==8443,tls', 'tls.port==8443,http', 'udp.port==8443,quic', 'tcp.port==8080,http'],
  )
})
