interface FactTopic {
  topic: string;
  /** A newer statement replaces an older one: people have one home, but many likes. */
  single: boolean;
  statement: RegExp;
  question: RegExp;
}

/**
 * What users say about themselves that is useful months later, and how they ask for it. Short-lived
 * wishes ("I want to know …", "I am looking for …") are excluded on purpose.
 */
export const factTopics: readonly FactTopic[] = [
  {
    topic: 'home',
    single: true,
    statement:
      /\bI (?:now )?live (?:in|at|on|near)\b|\b(?:I|we)(?:['’]ve| have)? (?:just )?moved to\b|我(?:现在)?住在|我(?:家在|搬到|搬家到)|\b(?:vivo|resido) en\b|\bj['’]habite|\bje vis (?:à|a|en|au)\b|\bich (?:wohne|lebe) (?:in|bei|am)\b/iu,
    question:
      /\bwhere (?:do|did) I live\b|\bmy (?:home|address|city)\b|我(?:现在)?住(?:在)?(?:哪|什么)|我家在哪|\bd[oó]nde vivo\b|\bo[uù] (?:est-ce que )?j['’]habite|\bwo (?:wohne|lebe) ich\b/iu,
  },
  {
    topic: 'origin',
    single: true,
    statement:
      /\bI(?:['’]m| am| come)(?: originally)? from\b|我来自|我是[\p{Script=Han}]{2,8}人|\bsoy de\b|\bje viens d[eu']|\bich komme aus\b/iu,
    question:
      /\bwhere (?:am I|do I come) from\b|我(?:来自哪|是哪里人)|\bde d[oó]nde soy\b|\bd['’]o[uù] (?:je viens|est-ce que je viens)|\bwoher komme ich\b/iu,
  },
  {
    topic: 'work',
    single: true,
    statement:
      /\bI work (?:at|for|as|in)\b|\bmy job is\b|我在[^，。,.]{1,20}(?:工作|上班)|我是(?:一名|一个|个|一位)|\btrabajo (?:en|como|para)\b|\bje travaille\b|\bich arbeite (?:bei|als|in|für)\b|\bI(?:['’]m| am) an? (?!bit\b|little\b|customer\b|user\b)\p{L}+/iu,
    question:
      /\b(?:where|what) do I (?:work|do)\b|\bmy (?:job|work|profession)\b|我(?:在哪(?:里)?(?:工作|上班)|做什么|的(?:工作|职业))|\bd[oó]nde trabajo\b|\bo[uù] (?:est-ce que )?je travaille|\bwo arbeite ich\b/iu,
  },
  {
    topic: 'age',
    single: true,
    statement:
      /\bI(?:['’]m| am) \d{1,3} (?:years|yrs)\b|我(?:今年)?\s*\d{1,3}\s*岁|\btengo \d{1,3} años\b|\bj['’]ai \d{1,3} ans\b|\bich bin \d{1,3} jahre?\b/iu,
    question:
      /\bhow old am I\b|\bmy age\b|我(?:今年)?(?:多大|几岁|的年龄)|\bcu[aá]ntos años tengo\b|\bquel [aâ]ge ai-je\b|\bwie alt bin ich\b/iu,
  },
  {
    topic: 'health',
    single: false,
    statement:
      /\bI(?:['’]m| am) (?:allergic|intolerant|diabetic|vegan|vegetarian|pregnant)\b|\bI (?:don['’]t|do not|can['’]t|cannot) (?:eat|drink)\b|我(?:对[^，。,.]{1,12}过敏|不吃|不能吃|不喝|吃素|是素食)|\bsoy al[eé]rgic|\bje suis allergique\b|\bich bin (?:allergisch|vegan|vegetarier)/iu,
    question:
      /\b(?:am I|what am I) allergic\b|\bmy (?:allerg|diet)|\bwhat (?:can|may) I (?:not )?eat\b|我(?:对什么过敏|不(?:能)?吃什么|能吃什么)|\bal[eé]rgic|\ballergi/iu,
  },
  {
    topic: 'preference',
    single: false,
    statement:
      /\bI (?:really )?(?:prefer|like|love|enjoy|hate|dislike|always|never|usually)\b|\bI don['’]t like\b|我(?:更|最|很|比较)?(?:喜欢|爱|讨厌|偏好)|我不喜欢|我(?:从不|总是|一般|习惯)|\b(?:prefiero|me gustan?|odio|me encantan?)\b|\bje pr[eé]f[eè]re|\bj['’](?:aime|adore)|\bich (?:mag|bevorzuge|liebe|hasse)\b/iu,
    question:
      /\bwhat do I (?:like|prefer|love|hate|enjoy)\b|\bmy (?:favou?rite|preference)|我(?:喜欢|爱|讨厌|偏好)(?:什么|哪)|\bqu[eé] (?:me gusta|prefiero)\b|\bqu['’]est-ce que j['’]aime|\bwas (?:mag|liebe) ich\b/iu,
  },
  {
    topic: 'possession',
    single: false,
    statement:
      /\b(?:I|we) (?:have|own|bought|ordered) (?:an?|the|one|two|three|four|five|six|\d+|my|some)\b|我(?:有|买了|订了|养了)(?:一|两|三|个|只|条|台|部|\d)|\btengo (?:una?|dos|tres|\d+)\b|\bj['’]ai (?:une?|deux|trois|achet)|\bich habe (?:ein|zwei|drei|\d+)/iu,
    question: /\bwhat (?:do I (?:have|own)|did I (?:buy|order))\b|我(?:有|买了|订了|养了)(?:什么|哪|几)/iu,
  },
  {
    topic: 'noted',
    single: false,
    statement:
      /\b(?:please )?(?:remember|note|keep in mind|don['’]t forget)(?: that|:| my| I)\b|请?记住|请?记一下|别忘了|\brecuerda que\b|\bsouviens-toi\b|\bretiens que\b|\bmerke? dir\b/iu,
    question: /\bwhat did I (?:ask|tell) you to (?:remember|note)\b|我让你记/iu,
  },
  {
    topic: 'contact',
    single: false,
    statement:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+|(?:\+?\d[\d ()-]{7,}\d)|\b[A-Z]{1,5}-?\d{4,}\b|(?<![\p{L}\d.,])\d{5,}(?![\d.,]\d)/u,
    question: /\bmy (?:e-?mail|phone|number|order|reference)|我的(?:邮箱|电话|手机|号码|订单)/iu,
  },
];
