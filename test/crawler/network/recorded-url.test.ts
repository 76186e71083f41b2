import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  recordedLocation,
  withoutUserinfo,
  withoutUserinfoIn,
} from '../../../crawler/network/recorded-url.ts'

test('userinfo is taken out of a URL, and nothing else is changed', () => {
  assert.equal(withoutUserinfo('https://user:secret@a.test/p?q=1#f'), 'https://a.test/p?q=1#f')
  assert.equal(withoutUserinfo('https://token@a.test:8443/'), 'https://a.test:8443/')
  assert.equal(withoutUserinfo('//user:secret@a.test/p'), '//a.test/p')
  for (const same of ['https://A.test', 'https://a.test/@scope/x?mail=b@c', '/@user', 'about:blank', ''])
    assert.equal(withoutUserinfo(same), same)
})

test('what browsers read as userinfo is, however it is written', () => {
  for (const url of ['https:\\\\u:secret@a.test/', 'https:////u:secret@a.test/', 'https:u:secret@a.test/'])
    assert.equal(withoutUserinfo(url), 'https://a.test/')
  assert.doesNotMatch(withoutUserinfo('https://u:secret@a.test:99999/'), /secret/)
})

test('in a value every text that begins as a URL is seen to', () => {
  const value = {
    url: 'https://u:secret@a.test/',
    list: [{ n: 1, text: 'mail u:secret@a.test' }],
    none: null,
  }
  assert.deepEqual(withoutUserinfoIn(value), { ...value, url: 'https://a.test/' })
})

const named = (location: string, base = 'https://a.test/x/') => recordedLocation(location, base, () => '?1')

test('a Location without secrets is recorded as sent', () => {
  for (const same of ['/', 'z', '//b.test', 'HTTPS://B.test/%7e', 'ftp://b.test/', 'https://', '?'])
    assert.equal(named(same), same)
})

test('a Location is recorded without userinfo and fragment, and with a name in place of its query', () => {
  assert.equal(named('https://u:secret@b.test/c?d=secret#secret'), 'https://b.test/c?1')
  assert.equal(named('//u:secret@b.test'), 'https://b.test/')
  assert.equal(named('?secret'), 'https://a.test/x/?1')
  assert.equal(named('#secret'), 'https://a.test/x/')
  assert.equal(named('app://u:secret@b/c?secret'), 'app://b/c?1')
})

test('a Location that is no URL is none in the record either, and holds no secret there', () => {
  for (const bad of [
    'https://u:secret@b.test:99999/?secret',
    'https://b.test:99999/#secret',
    'https://[secret@]/',
    'https:u:secret@b.test:99999',
  ]) {
    for (const base of ['https://a.test/', 'http://a.test/']) {
      if (URL.canParse(bad, base)) continue
      const recorded = named(bad, base)
      assert.equal(URL.parse(recorded, base), null, recorded)
      assert.doesNotMatch(recorded, /secret/)
    }
  }
})
