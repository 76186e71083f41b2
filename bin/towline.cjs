#!/usr/bin/env node
// Plain JavaScript for any Node: an old one must get a clear line, not a syntax error.
'use strict'
var fs = require('node:fs')
var path = require('node:path')
var url = require('node:url')

var OLDEST = 24
var version = process.versions.node
if (Number(version.split('.')[0]) < OLDEST) {
  process.stderr.write(
    'towline: Node ' +
      version +
      ' is too old: install Node ' +
      OLDEST +
      ' or newer (https://nodejs.org), then run it again\n',
  )
  process.exit(69)
}

// A clone runs TypeScript as it is; the package holds it compiled, since Node strips no types below node_modules.
var source = path.join(__dirname, '..', 'scripts', 'towline.ts')
var entry = fs.existsSync(source) ? source : path.join(__dirname, '..', 'dist', 'scripts', 'towline.js')
import(url.pathToFileURL(entry).href)
