/** A resolver of a lab's clients, at either end of the link. Its argument is the file of its ResolverOrder. */
import { readFileSync } from 'node:fs'
import type { ResolverOrder } from './resolver-order.ts'
import { serveNames } from './serve-names.ts'

await serveNames(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ResolverOrder)
