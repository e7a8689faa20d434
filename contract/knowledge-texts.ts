/** What knowledge bases, and the reading of their documents, may say. */
export const knowledgeTexts = {
  knowledgeName: { zh: '请填写名称', en: 'Please give a name' },
  knowledgeNameTaken: { zh: '已有同名知识库', en: 'There is a knowledge base of this name' },
  knowledgeScope: { zh: '您不能建立这一类知识库', en: 'You may not make a knowledge base of this kind' },
  knowledgeProject: { zh: '项目知识库须选择项目', en: 'A project knowledge base needs its project' },
  knowledgeReadOnly: { zh: '您只能查看这个知识库', en: 'You may only read this knowledge base' },
  knowledgeManagers: {
    zh: '知识库的设置由其管理人维护',
    en: 'Settings are kept by those who manage the knowledge base',
  },
  knowledgeFileUsed: { zh: '文件“{file}”已被使用', en: 'The file “{file}” is in use already' },
  knowledgeBusy: {
    zh: '“{name}”正在解析，请等待完成或停止后再操作',
    en: '“{name}” is being read; wait for it, or stop it first',
  },
  knowledgeReading: { zh: '正在解析 {file}（{at}/{of}）', en: 'Reading {file} ({at} of {of})' },
  knowledgeWriting: { zh: '正在写入 {done} 条', en: 'Writing {done} articles' },
  knowledgePacking: { zh: '正在打包 {file}', en: 'Packing {file}' },
  knowledgeEmbedding: { zh: '正在建立向量 {done}/{of}', en: 'Building vectors {done} of {of}' },
  knowledgeStopped: { zh: '解析被停止，可重新解析', en: 'The reading was stopped; it can be started again' },
  knowledgeNoVectors: {
    zh: '未配置向量模型：请在模型设置中配置后再建立向量',
    en: 'No embedding model is set: set one among the models, then build vectors',
  },
  knowledgeMemory: {
    zh: '文档内容过多，超过 {limit} MB 内存，无法建立索引。请拆分后上传。',
    en: 'The document needs more than {limit} MB to index. Please split it.',
  },
  knowledgeDied: { zh: '建立索引时中断，请重新解析', en: 'Indexing ended unexpectedly; please read it again' },
  knowledgeLawLine: {
    zh: '第 {line} 行不是法规条文（应有 law、art、text），未导入任何内容',
    en: 'Line {line} is no article of a law (law, art and text are needed); nothing was imported',
  },
  knowledgeLawKind: { zh: '法规导入仅用于“法规”类知识库', en: 'Articles can be imported only into a base of laws' },
  knowledgeDays: { zh: '失效日期不能早于生效日期', en: 'The last day may not be before the first' },
  knowledgeSelf: { zh: '文件不能被自己替代', en: 'A document cannot replace itself' },
  knowledgeEmptyChunk: {
    zh: '片段内容不能为空；不需要时请停用',
    en: 'A chunk needs text; switch it off if it is not wanted',
  },
  knowledgeTooMany: { zh: '一次最多处理 {limit} 个文件', en: 'At most {limit} files at a time' },
  knowledgeNothing: { zh: '没有可下载的原文件', en: 'There is no original to download' },
  knowledgeSynonym: { zh: '请填写词语和至少一个同义词', en: 'Please give a word and at least one it stands for' },
  knowledgeDay: { zh: '日期不正确', en: 'This is not a day' },
  knowledgeQuestion: { zh: '请输入检索内容', en: 'Please say what to look for' },
  knowledgeRole: { zh: '没有这个角色', en: 'There is no such role' },
} as const
