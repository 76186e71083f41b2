#!/usr/bin/env node
import { failOnLostOutput } from '../cli/lost-output.ts'
import { main } from '../cli/main.ts'

failOnLostOutput()
process.exitCode = await main(process.argv.slice(2))
