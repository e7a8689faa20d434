/** What a consultant might send, with made-up people and firms: the same in every language, as client files are Chinese. */
export const example =
  '深圳市星河互动科技有限公司（税号 91440300MA5DA1X37K）法定代表人：张建国，电话 138-0013-8000，\n地址：广东省深圳市南山区科技园路12号3栋1501室。2025年12月向北京恒泰润达贸易有限公司支付货款 123,456.00 元，\n报销李文静差旅费 2,380.50 元，账号 4000 0212 0920 0123 456。'
