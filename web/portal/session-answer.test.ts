import { expect, test } from 'vitest'
import { CallError } from '#web/kernel/transport.ts'
import { sessionAnswer } from './session-answer.ts'

test('an answer with a token opens a session', () => {
  const answer = { access_token: 'a', user_id: '1' }
  expect(sessionAnswer(answer)).toBe(answer)
})

test('one without a token is refused with what it says, else 登录失败', () => {
  expect(() => sessionAnswer({ user_id: '1', msg: '验证码已失效' })).toThrow(new CallError('验证码已失效', 400))
  for (const nothing of [{ user_id: '1' }, {}, null, undefined, ''])
    expect(() => sessionAnswer(nothing)).toThrow('登录失败')
})

test('an error_description is shown and stores no session, token or not', () => {
  expect(() => sessionAnswer({ access_token: 'a', error_description: '用户名或密码错误' })).toThrow('用户名或密码错误')
})
