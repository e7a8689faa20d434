/** What conversations and chains of thought may refuse with. */
export const chatTexts = {
  chatTitle: { zh: '请填写对话标题', en: 'Please give the conversation a title' },
  chatEmpty: { zh: '请输入问题', en: 'Please write a question' },
  chatTooLong: {
    zh: '问题不能超过 2 万字，较长的材料请作为附件上传',
    en: 'A question has at most 20,000 characters; attach longer material as a file',
  },
  chatBusy: {
    zh: '这个对话正在回答，请等待完成或先停止',
    en: 'This conversation is being answered; wait for it, or stop it first',
  },
  chatNoQuestion: {
    zh: '只能重新回答您的提问，请选择一条提问',
    en: 'Only a question can be answered again; choose one',
  },
  chatFull: {
    zh: '这个对话已有 {limit} 条消息，请新建对话',
    en: 'This conversation has {limit} messages; please begin a new one',
  },
  chatTooMany: {
    zh: '您同时有 {limit} 个回答正在进行，请等待其中一个完成',
    en: '{limit} of your questions are being answered; wait for one of them',
  },
  chatAttachment: { zh: '附件不存在或不是您上传的，请重新上传', en: 'An attachment is not there; upload it again' },
  chatNotRead: { zh: '附件“{name}”无法读取', en: 'The attachment “{name}” cannot be read' },
  chatNothing: { zh: '没有可导出的内容', en: 'There is nothing to export' },
  chatChainOff: {
    zh: '所选思维链已停用或删除，请另选',
    en: 'The chosen chain is switched off or gone; choose another',
  },
  chainName: { zh: '请填写思维链名称', en: 'Please name the chain' },
  chainNameTaken: { zh: '已有同名思维链', en: 'There is a chain of this name' },
  chainStepName: { zh: '请填写步骤名称', en: 'Please name the step' },
  chainNoSteps: { zh: '请至少添加一个步骤', en: 'Please add at least one step' },
  chainVariable: {
    zh: '变量名须以文字或下划线开头，只含文字、数字和下划线，最长 40 字',
    en: 'A variable begins with a letter or _, and has letters, digits and _ only, at most 40',
  },
  chainUnknown: {
    zh: '步骤“{step}”用到未定义的变量“{name}”',
    en: 'The step “{step}” uses the variable “{name}”, which nothing sets before it',
  },
  chainAdmin: { zh: '事务所的思维链由管理员维护', en: 'The firm’s chains are kept by its administrators' },
  chainSystem: { zh: '系统思维链不能修改，请复制后修改', en: 'A chain of the system cannot be changed; copy it first' },
} as const
