import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPriority } from '../../har/priority.ts'
import { readRenderBlocking } from '../../har/render-blocking.ts'
import { resourceType } from '../../har/resource-type.ts'

for (const [written, read] of [
  ['VeryHigh', 'VeryHigh'],
  ['Low', 'Low'],
  ['Highest', 'VeryHigh'],
  ['Lowest', 'VeryLow'],
  ['toString', null],
  ['', null],
  [3, null],
  [undefined, null],
] as const)
  test(`the priority ${String(written) || 'of no letters'} is read as ${read}`, () => {
    assert.equal(readPriority(written), read)
  })

for (const [written, read] of [
  ['blocking', 'blocking'],
  ['inbodyparserblocking', 'in-body parser blocking'],
  ['in_body_parser_blocking', 'in-body parser blocking'],
  ['potentiallyblocking', 'potentially blocking'],
  ['nonblocking', 'non-blocking'],
  ['non_blocking', 'non-blocking'],
  ['NonBlockingDynamic', 'non-blocking'],
  ['dynamically_injected_non_blocking', 'non-blocking'],
  ['constructor', null],
  ['unheard of', null],
  [true, null],
  [undefined, null],
] as const)
  test(`render-blocking written as ${String(written)} is read as ${read}`, () => {
    assert.equal(readRenderBlocking(written), read)
  })

for (const [mediaType, asked, type] of [
  ['text/html; charset=utf-8', 'document', 'document'],
  ['TEXT/CSS', undefined, 'style'],
  ['application/javascript', 'script', 'script'],
  ['image/svg+xml', 'image', 'image'],
  ['application/json', 'fetch', 'data'],
  ['font/woff2', 'font', 'font'],
  // No response: what was asked for is known all the same.
  ['x-unknown', 'Stylesheet', 'style'],
  ['', 'font', 'font'],
  ['', 'ping', 'other'],
  ['application/wasm', undefined, 'other'],
  ['x-unknown', undefined, null],
  ['', undefined, null],
] as const)
  test(`a response of “${mediaType}” asked for as ${asked} is of type ${type}`, () => {
    assert.equal(resourceType(mediaType, asked), type)
  })
