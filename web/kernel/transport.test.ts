import { describe, expect, test } from 'vitest'
import { addressOf, answer, CallError, queryText } from './transport.ts'

const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

describe('an answer', () => {
  test('in the envelope gives its data', async () => {
    await expect(answer(reply({ code: 200, success: true, data: { a: 1 }, msg: '操作成功' }))).resolves.toEqual({
      a: 1,
    })
  })
  test('that is bare gives itself', async () => {
    await expect(answer(reply({ key: 'k', image: 'data:' }))).resolves.toEqual({ key: 'k', image: 'data:' })
  })
  test('with another code is a refusal with its message, its data and its trace', async () => {
    const over = reply({ code: 60002, success: false, data: { used: 3 }, msg: '资源数量超过限制' }, 400, {
      'x-trace-id': 'T1',
    })
    await expect(answer(over)).rejects.toMatchObject({
      code: 60002,
      message: '资源数量超过限制',
      data: { used: 3 },
      trace: 'T1',
    })
  })
  test('of the token endpoint is refused with its error_description', async () => {
    await expect(answer(reply({ error: 'x', error_description: '用户名或密码错误' }, 400))).rejects.toThrow(
      '用户名或密码错误',
    )
  })
  test('up to 500 that says nothing is 未知错误', async () => {
    await expect(answer(reply('<html>', 404))).rejects.toEqual(new CallError('未知错误', 404))
    await expect(answer(reply({ code: 500 }, 500))).rejects.toEqual(new CallError('未知错误', 500, undefined))
  })
  test('from above 500 without the envelope is named by its status', async () => {
    await expect(answer(reply('<html>', 502))).rejects.toEqual(
      new CallError('Request failed with status code 502', 502),
    )
    await expect(answer(reply({ code: 503, msg: '数据库暂时无法连接' }, 503))).rejects.toThrow('数据库暂时无法连接')
  })
})

test('a query leaves out what is empty', () => {
  expect(queryText({ a: 1, b: '', c: undefined, d: null, e: '甲 乙', f: false })).toBe(
    'a=1&e=%E7%94%B2+%E4%B9%99&f=false',
  )
})

test('paths go to the API host, except full addresses and the Python services', () => {
  const base = 'https://api.example.com/gateway'
  expect(addressOf('/sc-system/menu/tree', base)).toBe('https://api.example.com/gateway/sc-system/menu/tree')
  expect(addressOf('/pythonapi/run', base)).toBe('/pythonapi/run')
  expect(addressOf('/pythoninit', base)).toBe('/pythoninit')
  expect(addressOf('/pythonapis/run', base)).toBe('https://api.example.com/gateway/pythonapis/run')
  expect(addressOf('https://elsewhere.example/x', base)).toBe('https://elsewhere.example/x')
  expect(addressOf('/sc-system/menu/tree', '')).toBe('/sc-system/menu/tree')
})
