// Opens the database named on its command line, and so migrates it: prints 'opening' before and 'open' after.
import { openDatabase } from '../../../db/connection/open.ts'

console.log('opening')
const db = await openDatabase({ url: process.argv[2] as string })
console.log('open')
await db[Symbol.asyncDispose]()
