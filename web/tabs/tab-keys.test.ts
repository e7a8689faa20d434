import { expect, test } from 'vitest'
import { tabKeyOf } from './tab-keys.ts'

const pressed = (code: string, held: ('alt' | 'shift' | 'ctrl' | 'meta')[] = ['alt']) =>
  tabKeyOf({
    code,
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
  })

test('Alt with PageDown, PageUp and W are for the tabs, with Shift and an arrow it moves one', () => {
  expect(['PageDown', 'PageUp', 'KeyW'].map((code) => pressed(code))).toEqual(['next', 'previous', 'close'])
  expect(['ArrowLeft', 'ArrowRight'].map((code) => pressed(code, ['alt', 'shift']))).toEqual(['left', 'right'])
})

test('keys of the browser, of pages and of the system are left alone', () => {
  expect(pressed('KeyW', [])).toBeUndefined()
  expect(pressed('KeyW', ['ctrl'])).toBeUndefined()
  expect(pressed('ArrowLeft')).toBeUndefined()
  expect(pressed('PageDown', ['alt', 'ctrl'])).toBeUndefined()
  expect(pressed('KeyW', ['alt', 'shift'])).toBeUndefined()
})
