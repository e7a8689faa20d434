/**
 * What a question asks with and not for. These grams are left out of a question, not of the texts:
 * a statute says 可以 and 应当 in every second article.
 */
const asking =
  /请问|咨询一下|想问一?下|会不会|能不能|可不可以|是不是|有没有|要不要|该不该|怎么办|怎么样|怎么|怎样|如何|为什么|为何|什么|哪些|哪个|哪种|哪里|多少|多久|是否|能否|可否|[吗呢吧啊呀？?]/g

/** A question with what it asks with taken out; the question itself if nothing would be left. */
export function askedFor(question: string): string {
  const left = question.replace(asking, '，')
  return /[^\s，。,.]/.test(left) ? left : question
}
