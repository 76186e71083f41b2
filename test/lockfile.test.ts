import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>
}

test('every package of package-lock.json has the hash that it is checked by', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as Lock
  const others = Object.entries(packages).filter(([path]) => path !== '')
  assert.ok(others.length > 100)
  const unchecked = others.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  assert.deepEqual(
    unchecked.map(([path]) => path),
    [],
    'npm would take whatever the registry has by these names',
  )
})
