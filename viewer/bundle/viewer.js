/* holdfast, Apache-2.0; three.js 0.187.0, MIT, copyright 2010-2026 three.js authors; uPlot 1.6.32, MIT, copyright 2022 Leon Sorokin: viewer/bundle/NOTICE */
"use strict";(()=>{var Cp=0,Gu=1,Rp=2;var Hu=0,qs=1,Pp=2,ho=3,Ys=0,Jn=1,Kn=2,mr=0,uo=1,Wu=2,Xu=3,qu=4,Ip=5;var gr=100,Lp=101,Dp=102,Np=103,Up=104,Fp=200,Op=201,Bp=202,kp=203,Yu=204,$u=205,zp=206,Vp=207,Gp=208,Hp=209,Wp=210,Xp=211,qp=212,Yp=213,$p=214,Ll=0,Dl=1,Nl=2,to=3,Ul=4,Fl=5,Ol=6,Bl=7,cc=0,Zp=1,Jp=2,ns=0,Zu=1,Ju=2,Ku=3,ju=4,Qu=5,ed=6,td=7;var nd=300,vr=301,fo=302,hc=303,uc=304,no=1e3,Ji=1001,kl=1002,rn=1003,Kp=1004;var ba=1005;var xn=1006,dc=1007;var Fi=1008;var ni=1009,id=1010,sd=1011,po=1012,fc=1013,Oi=1014,jn=1015,Bi=1016,pc=1017,mc=1018,yr=1020,rd=35902,od=35899,ad=1021,ld=1022,zn=1023,ys=1026,Ms=1027,gc=1028,vc=1029,$s=1030,yc=1031;var xc=1033,Ma=33776,wa=33777,Sa=33778,Aa=33779,_c=35840,bc=35841,Mc=35842,wc=35843,Sc=36196,Ac=37492,Ec=37496,Tc=37488,Cc=37489,Ea=37490,Rc=37491,Pc=37808,Ic=37809,Lc=37810,Dc=37811,Nc=37812,Uc=37813,Fc=37814,Oc=37815,Bc=37816,kc=37817,zc=37818,Vc=37819,Gc=37820,Hc=37821,Wc=36492,Xc=36494,qc=36495,Yc=36283,$c=36284,Ta=36285,Zc=36286;var Zo=2300,zl=2301,Rl=2302,Du=2303,Nu=2400,Uu=2401,Fu=2402;var jp=3200;var Ca=0,Qp=1,ws="",Yn="srgb",Jo="srgb-linear",Ko="linear",Rt="srgb";var Pl=7680;var em=519,tm=512,nm=513,im=514,cd=515,sm=516,rm=517,hd=518,ud=519,om=35044,Ra=35048;var xr="300 es",xi=2e3,io=2001;function Bv(s){for(let e=s.length-1;e>=0;--e)if(s[e]>=65535)return!0;return!1}function kv(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function jo(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function am(){let s=jo("canvas");return s.style.display="block",s}var $f={},so=null;function dd(...s){let e="THREE."+s.shift();so?so("log",e,...s):console.log(e,...s)}function lm(s){let e=s[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=s[1];t&&t.isStackTrace?s[0]+=" "+t.getLocation():s[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return s}function Je(...s){s=lm(s);let e="THREE."+s.shift();if(so)so("warn",e,...s);else{let t=s[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...s)}}function et(...s){s=lm(s);let e="THREE."+s.shift();if(so)so("error",e,...s);else{let t=s[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...s)}}function $o(...s){let e=s.join(" ");e in $f||($f[e]=!0,Je(...s))}function cm(s,e,t){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(e,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var hm={[Ll]:Ll,[Nl]:Ol,[Ul]:Ul,[to]:Fl,[Dl]:Dl,[Ol]:Nl,[Bl]:Bl,[Fl]:to},Ki=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let i=n[e];if(i!==void 0){let r=i.indexOf(t);r!==-1&&i.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,e);e.target=null}}},On=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var Il=Math.PI/180,Vl=180/Math.PI;function Pa(){let s=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(On[s&255]+On[s>>8&255]+On[s>>16&255]+On[s>>24&255]+"-"+On[e&255]+On[e>>8&255]+"-"+On[e>>16&15|64]+On[e>>24&255]+"-"+On[t&63|128]+On[t>>8&255]+"-"+On[t>>16&255]+On[t>>24&255]+On[n&255]+On[n>>8&255]+On[n>>16&255]+On[n>>24&255]).toLowerCase()}function _t(s,e,t){return Math.max(e,Math.min(t,s))}function zv(s,e){return(s%e+e)%e}function cu(s,e,t){return(1-t)*s+t*e}function um(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function fd(s){switch(s.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Vv(s,e){if(e.constructor===Float32Array)return s;let t=fd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(s/t,-1)}function Gv(s,e){if(e.constructor===Float32Array)return s;let t=fd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(s*t)}var it=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6],this.y=i[1]*t+i[4]*n+i[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=_t(this.x,e.x,t.x),this.y=_t(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=_t(this.x,e,t),this.y=_t(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(_t(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(_t(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),i=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*i+e.x,this.y=r*i+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ft=class{constructor(e=0,t=0,n=0,i=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=i}static slerpFlat(e,t,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],p=r[o+2],v=r[o+3];if(u!==v||l!==d||c!==f||h!==p){let g=l*d+c*f+h*p+u*v;g<0&&(d=-d,f=-f,p=-p,v=-v,g=-g);let m=1-a;if(g<.9995){let x=Math.acos(g),T=Math.sin(x);m=Math.sin(m*x)/T,a=Math.sin(a*x)/T,l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+v*a}else{l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+v*a;let x=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=x,c*=x,h*=x,u*=x}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,i){return this._x=e,this._y=t,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,i=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:Je("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,i=Math.sin(n);return this._x=e.x*i,this._y=e.y*i,this._z=e.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],i=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(_t(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let i=Math.min(1,t/n);return this.slerp(e,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,i=-i,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(e),i*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},U=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Zf.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Zf.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*i,this.y=r[1]*t+r[4]*n+r[7]*i,this.z=r[2]*t+r[5]*n+r[8]*i,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,i=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*i-a*n),h=2*(a*t-r*i),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*i,this.y=r[1]*t+r[5]*n+r[9]*i,this.z=r[2]*t+r[6]*n+r[10]*i,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=_t(this.x,e.x,t.x),this.y=_t(this.y,e.y,t.y),this.z=_t(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=_t(this.x,e,t),this.y=_t(this.y,e,t),this.z=_t(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(_t(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,i=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return hu.copy(this).projectOnVector(e),this.sub(hu)}reflect(e){return this.sub(hu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(_t(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,i=this.z-e.z;return t*t+n*n+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let i=Math.sin(t)*e;return this.x=i*Math.sin(n),this.y=Math.cos(t)*e,this.z=i*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),i=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=i,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},hu=new U,Zf=new Ft,tt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,i,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c)}set(e,t,n,i,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=i,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],v=i[0],g=i[3],m=i[6],x=i[1],T=i[4],b=i[7],C=i[2],A=i[5],y=i[8];return r[0]=o*v+a*x+l*C,r[3]=o*g+a*T+l*A,r[6]=o*m+a*b+l*y,r[1]=c*v+h*x+u*C,r[4]=c*g+h*T+u*A,r[7]=c*m+h*b+u*y,r[2]=d*v+f*x+p*C,r[5]=d*g+f*T+p*A,r[8]=d*m+f*b+p*y,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+i*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/p;return e[0]=u*v,e[1]=(i*c-h*n)*v,e[2]=(a*n-i*o)*v,e[3]=d*v,e[4]=(h*t-i*l)*v,e[5]=(i*r-a*t)*v,e[6]=f*v,e[7]=(n*l-c*t)*v,e[8]=(o*t-n*r)*v,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-i*c,i*l,-i*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return $o("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(uu.makeScale(e,t)),this}rotate(e){return $o("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(uu.makeRotation(-e)),this}translate(e,t){return $o("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(uu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<9;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},uu=new tt,Jf=new tt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Kf=new tt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Hv(){let s={enabled:!0,workingColorSpace:Jo,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Rt&&(i.r=vs(i.r),i.g=vs(i.g),i.b=vs(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Rt&&(i.r=eo(i.r),i.g=eo(i.g),i.b=eo(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===ws?Ko:this.spaces[i].transfer},getToneMappingMode:function(i){return this.spaces[i].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[Jo]:{primaries:e,whitePoint:n,transfer:Ko,toXYZ:Jf,fromXYZ:Kf,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Yn},outputColorSpaceConfig:{drawingBufferColorSpace:Yn}},[Yn]:{primaries:e,whitePoint:n,transfer:Rt,toXYZ:Jf,fromXYZ:Kf,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Yn}}}),s}var yt=Hv();function vs(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function eo(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var zr,Gl=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{zr===void 0&&(zr=jo("canvas")),zr.width=e.width,zr.height=e.height;let i=zr.getContext("2d");e instanceof ImageData?i.putImageData(e,0,0):i.drawImage(e,0,0,e.width,e.height),n=zr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=jo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let i=n.getImageData(0,0,e.width,e.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=vs(r[o]/255)*255;return n.putImageData(i,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(vs(t[n]/255)*255):t[n]=vs(t[n]);return{data:t,width:e.width,height:e.height}}else return Je("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Wv=0,lr=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Wv++}),this.uuid=Pa(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(du(i[o].image)):r.push(du(i[o]))}else r=du(i);n.url=r}return t||(e.images[this.uuid]=n),n}};function du(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?Gl.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(Je("Texture: Unable to serialize Texture."),{})}var Xv=0,fu=new U,Zn=class s extends Ki{constructor(e=s.DEFAULT_IMAGE,t=s.DEFAULT_MAPPING,n=Ji,i=Ji,r=xn,o=Fi,a=zn,l=ni,c=s.DEFAULT_ANISOTROPY,h=ws){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Xv++}),this.uuid=Pa(),this.name="",this.source=new lr(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new it(0,0),this.repeat=new it(1,1),this.center=new it(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new tt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(fu).x}get height(){return this.source.getSize(fu).y}get depth(){return this.source.getSize(fu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Je(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){Je(`Texture.setValues(): property '${t}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==nd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case no:e.x=e.x-Math.floor(e.x);break;case Ji:e.x=e.x<0?0:1;break;case kl:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case no:e.y=e.y-Math.floor(e.y);break;case Ji:e.y=e.y<0?0:1;break;case kl:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Zn.DEFAULT_IMAGE=null;Zn.DEFAULT_MAPPING=nd;Zn.DEFAULT_ANISOTROPY=1;var Kt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,i=1){this.x=e,this.y=t,this.z=n,this.w=i}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,i){return this.x=e,this.y=t,this.z=n,this.w=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*i+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,i,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],v=l[2],g=l[6],m=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-v)<.01&&Math.abs(p-g)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+v)<.1&&Math.abs(p+g)<.1&&Math.abs(c+f+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let T=(c+1)/2,b=(f+1)/2,C=(m+1)/2,A=(h+d)/4,y=(u+v)/4,E=(p+g)/4;return T>b&&T>C?T<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(T),i=A/n,r=y/n):b>C?b<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(b),n=A/i,r=E/i):C<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(C),n=y/r,i=E/r),this.set(n,i,r,t),this}let x=Math.sqrt((g-p)*(g-p)+(u-v)*(u-v)+(d-h)*(d-h));return Math.abs(x)<.001&&(x=1),this.x=(g-p)/x,this.y=(u-v)/x,this.z=(d-h)/x,this.w=Math.acos((c+f+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=_t(this.x,e.x,t.x),this.y=_t(this.y,e.y,t.y),this.z=_t(this.z,e.z,t.z),this.w=_t(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=_t(this.x,e,t),this.y=_t(this.y,e,t),this.z=_t(this.z,e,t),this.w=_t(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(_t(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Hl=class extends Ki{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:xn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Kt(0,0,e,t),this.scissorTest=!1,this.viewport=new Kt(0,0,e,t),this.textures=[];let i=n.count;for(let r=0;r<i;r++)this.textures[r]=new Zn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:xn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=e,this.textures[i].image.height=t,this.textures[i].image.depth=n,this.textures[i].isData3DTexture!==!0&&(this.textures[i].isArrayTexture=this.textures[i].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let i=Object.assign({},e.textures[t].image);this.textures[t].source=new lr(i)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ci=class extends Hl{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Qo=class extends Zn{constructor(e=null,t=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=rn,this.minFilter=rn,this.wrapR=Ji,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Wl=class extends Zn{constructor(e=null,t=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=rn,this.minFilter=rn,this.wrapR=Ji,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var We=class s{static{this.prototype.isMatrix4=!0}constructor(e,t,n,i,r,o,a,l,c,h,u,d,f,p,v,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c,h,u,d,f,p,v,g)}set(e,t,n,i,r,o,a,l,c,h,u,d,f,p,v,g){let m=this.elements;return m[0]=e,m[4]=t,m[8]=n,m[12]=i,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=h,m[10]=u,m[14]=d,m[3]=f,m[7]=p,m[11]=v,m[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,i=1/Vr.setFromMatrixColumn(e,0).length(),r=1/Vr.setFromMatrixColumn(e,1).length(),o=1/Vr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*i,t[1]=n[1]*i,t[2]=n[2]*i,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,i=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,v=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-v*c,t[9]=-a*l,t[2]=v-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,v=c*u;t[0]=d+v*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=v+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,v=c*u;t[0]=d-v*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=v-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,v=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+v,t[1]=l*u,t[5]=v*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,v=a*c;t[0]=l*h,t[4]=v-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-v*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,v=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+v,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=v*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(qv,e,Yv)}lookAt(e,t,n){let i=this.elements;return ai.subVectors(e,t),ai.lengthSq()===0&&(ai.z=1),ai.normalize(),Ds.crossVectors(n,ai),Ds.lengthSq()===0&&(Math.abs(n.z)===1?ai.x+=1e-4:ai.z+=1e-4,ai.normalize(),Ds.crossVectors(n,ai)),Ds.normalize(),el.crossVectors(ai,Ds),i[0]=Ds.x,i[4]=el.x,i[8]=ai.x,i[1]=Ds.y,i[5]=el.y,i[9]=ai.y,i[2]=Ds.z,i[6]=el.z,i[10]=ai.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],v=n[6],g=n[10],m=n[14],x=n[3],T=n[7],b=n[11],C=n[15],A=i[0],y=i[4],E=i[8],F=i[12],I=i[1],L=i[5],k=i[9],V=i[13],D=i[2],H=i[6],Y=i[10],W=i[14],ce=i[3],J=i[7],j=i[11],se=i[15];return r[0]=o*A+a*I+l*D+c*ce,r[4]=o*y+a*L+l*H+c*J,r[8]=o*E+a*k+l*Y+c*j,r[12]=o*F+a*V+l*W+c*se,r[1]=h*A+u*I+d*D+f*ce,r[5]=h*y+u*L+d*H+f*J,r[9]=h*E+u*k+d*Y+f*j,r[13]=h*F+u*V+d*W+f*se,r[2]=p*A+v*I+g*D+m*ce,r[6]=p*y+v*L+g*H+m*J,r[10]=p*E+v*k+g*Y+m*j,r[14]=p*F+v*V+g*W+m*se,r[3]=x*A+T*I+b*D+C*ce,r[7]=x*y+T*L+b*H+C*J,r[11]=x*E+T*k+b*Y+C*j,r[15]=x*F+T*V+b*W+C*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],v=e[7],g=e[11],m=e[15],x=l*f-c*d,T=a*f-c*u,b=a*d-l*u,C=o*f-c*h,A=o*d-l*h,y=o*u-a*h;return t*(v*x-g*T+m*b)-n*(p*x-g*C+m*A)+i*(p*T-v*C+m*y)-r*(p*b-v*A+g*y)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+i*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let i=this.elements;return e.isVector3?(i[12]=e.x,i[13]=e.y,i[14]=e.z):(i[12]=e,i[13]=t,i[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],v=e[13],g=e[14],m=e[15],x=t*a-n*o,T=t*l-i*o,b=t*c-r*o,C=n*l-i*a,A=n*c-r*a,y=i*c-r*l,E=h*v-u*p,F=h*g-d*p,I=h*m-f*p,L=u*g-d*v,k=u*m-f*v,V=d*m-f*g,D=x*V-T*k+b*L+C*I-A*F+y*E;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/D;return e[0]=(a*V-l*k+c*L)*H,e[1]=(i*k-n*V-r*L)*H,e[2]=(v*y-g*A+m*C)*H,e[3]=(d*A-u*y-f*C)*H,e[4]=(l*I-o*V-c*F)*H,e[5]=(t*V-i*I+r*F)*H,e[6]=(g*b-p*y-m*T)*H,e[7]=(h*y-d*b+f*T)*H,e[8]=(o*k-a*I+c*E)*H,e[9]=(n*I-t*k-r*E)*H,e[10]=(p*A-v*b+m*x)*H,e[11]=(u*b-h*A-f*x)*H,e[12]=(a*F-o*L-l*E)*H,e[13]=(t*L-n*F+i*E)*H,e[14]=(v*T-p*C-g*x)*H,e[15]=(h*C-u*T+d*x)*H,this}scale(e){let t=this.elements,n=e.x,i=e.y,r=e.z;return t[0]*=n,t[4]*=i,t[8]*=r,t[1]*=n,t[5]*=i,t[9]*=r,t[2]*=n,t[6]*=i,t[10]*=r,t[3]*=n,t[7]*=i,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],i=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,i))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),i=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,i,r,o){return this.set(1,n,r,0,e,1,o,0,t,i,1,0,0,0,0,1),this}compose(e,t,n){let i=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,v=o*h,g=o*u,m=a*u,x=l*c,T=l*h,b=l*u,C=n.x,A=n.y,y=n.z;return i[0]=(1-(v+m))*C,i[1]=(f+b)*C,i[2]=(p-T)*C,i[3]=0,i[4]=(f-b)*A,i[5]=(1-(d+m))*A,i[6]=(g+x)*A,i[7]=0,i[8]=(p+T)*y,i[9]=(g-x)*y,i[10]=(1-(d+v))*y,i[11]=0,i[12]=e.x,i[13]=e.y,i[14]=e.z,i[15]=1,this}decompose(e,t,n){let i=this.elements;e.x=i[12],e.y=i[13],e.z=i[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Vr.set(i[0],i[1],i[2]).length(),a=Vr.set(i[4],i[5],i[6]).length(),l=Vr.set(i[8],i[9],i[10]).length();r<0&&(o=-o),Pi.copy(this);let c=1/o,h=1/a,u=1/l;return Pi.elements[0]*=c,Pi.elements[1]*=c,Pi.elements[2]*=c,Pi.elements[4]*=h,Pi.elements[5]*=h,Pi.elements[6]*=h,Pi.elements[8]*=u,Pi.elements[9]*=u,Pi.elements[10]*=u,t.setFromRotationMatrix(Pi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,i,r,o,a=xi,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-i),d=(t+e)/(t-e),f=(n+i)/(n-i),p,v;if(l)p=r/(o-r),v=o*r/(o-r);else if(a===xi)p=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===io)p=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,i,r,o,a=xi,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-i),d=-(t+e)/(t-e),f=-(n+i)/(n-i),p,v;if(l)p=1/(o-r),v=o/(o-r);else if(a===xi)p=-2/(o-r),v=-(o+r)/(o-r);else if(a===io)p=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<16;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Vr=new U,Pi=new We,qv=new U(0,0,0),Yv=new U(1,1,1),Ds=new U,el=new U,ai=new U,jf=new We,Qf=new Ft,ji=class s{constructor(e=0,t=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,i=this._order){return this._x=e,this._y=t,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let i=e.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(t){case"XYZ":this._y=Math.asin(_t(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-_t(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(_t(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-_t(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(_t(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-_t(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Je("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return jf.makeRotationFromQuaternion(e),this.setFromRotationMatrix(jf,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Qf.setFromEuler(this),this.setFromQuaternion(Qf,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ji.DEFAULT_ORDER="XYZ";var ro=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},$v=0,ep=new U,Gr=new Ft,us=new We,tl=new U,Vo=new U,Zv=new U,Jv=new Ft,tp=new U(1,0,0),np=new U(0,1,0),ip=new U(0,0,1),sp={type:"added"},Kv={type:"removed"},Hr={type:"childadded",child:null},pu={type:"childremoved",child:null},_n=class s extends Ki{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:$v++}),this.uuid=Pa(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let e=new U,t=new ji,n=new Ft,i=new U(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new We},normalMatrix:{value:new tt}}),this.matrix=new We,this.matrixWorld=new We,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ro,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Gr.setFromAxisAngle(e,t),this.quaternion.multiply(Gr),this}rotateOnWorldAxis(e,t){return Gr.setFromAxisAngle(e,t),this.quaternion.premultiply(Gr),this}rotateX(e){return this.rotateOnAxis(tp,e)}rotateY(e){return this.rotateOnAxis(np,e)}rotateZ(e){return this.rotateOnAxis(ip,e)}translateOnAxis(e,t){return ep.copy(e).applyQuaternion(this.quaternion),this.position.add(ep.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(tp,e)}translateY(e){return this.translateOnAxis(np,e)}translateZ(e){return this.translateOnAxis(ip,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(us.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?tl.copy(e):tl.set(e,t,n);let i=this.parent;this.updateWorldMatrix(!0,!1),Vo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?us.lookAt(Vo,tl,this.up):us.lookAt(tl,Vo,this.up),this.quaternion.setFromRotationMatrix(us),i&&(us.extractRotation(i.matrixWorld),Gr.setFromRotationMatrix(us),this.quaternion.premultiply(Gr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(et("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(sp),Hr.child=e,this.dispatchEvent(Hr),Hr.child=null):et("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Kv),pu.child=e,this.dispatchEvent(pu),pu.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),us.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),us.multiply(e.parent.matrixWorld)),e.applyMatrix4(us),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(sp),Hr.child=e,this.dispatchEvent(Hr),Hr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Vo,e,Zv),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Vo,Jv,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,i=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*i,r[13]+=n-r[1]*t-r[5]*n-r[9]*i,r[14]+=i-r[2]*t-r[6]*n-r[10]*i}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let i=this.parent;if(e===!0&&i!==null&&i.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,i.name=this.name,i.castShadow=this.castShadow,i.receiveShadow=this.receiveShadow,i.visible=this.visible,i.frustumCulled=this.frustumCulled,i.renderOrder=this.renderOrder,i.static=this.static,i.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.pivot!==null&&(i.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(i.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(i.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(e),i.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));i.material=a}else i.material=r(e.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let i=e.children[n];this.add(i.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};_n.DEFAULT_UP=new U(0,1,0);_n.DEFAULT_MATRIX_AUTO_UPDATE=!0;_n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var ei=class extends _n{constructor(){super(),this.isGroup=!0,this.type="Group"}},jv={type:"move"},oo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ei,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ei,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new U,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new U),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ei,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new U,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new U,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let v of e.hand.values()){let g=t.getJointPose(v,n),m=this._getHandJoint(c,v);g!==null&&(m.matrix.fromArray(g.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=g.radius),m.visible=g!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(i=t.getPose(e.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(jv)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new ei;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},dm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ns={h:0,s:0,l:0},nl={h:0,s:0,l:0};function mu(s,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?s+(e-s)*6*t:t<1/2?e:t<2/3?s+(e-s)*6*(2/3-t):s}var Le=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let i=e;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Yn){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,yt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,i=yt.workingColorSpace){return this.r=e,this.g=t,this.b=n,yt.colorSpaceToWorking(this,i),this}setHSL(e,t,n,i=yt.workingColorSpace){if(e=zv(e,1),t=_t(t,0,1),n=_t(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=mu(o,r,e+1/3),this.g=mu(o,r,e),this.b=mu(o,r,e-1/3)}return yt.colorSpaceToWorking(this,i),this}setStyle(e,t=Yn){function n(r){r!==void 0&&parseFloat(r)<1&&Je("Color: Alpha component of "+e+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Je("Color: Unknown color model "+e)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Je("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Yn){let n=dm[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Je("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=vs(e.r),this.g=vs(e.g),this.b=vs(e.b),this}copyLinearToSRGB(e){return this.r=eo(e.r),this.g=eo(e.g),this.b=eo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Yn){return yt.workingToColorSpace(Bn.copy(this),e),Math.round(_t(Bn.r*255,0,255))*65536+Math.round(_t(Bn.g*255,0,255))*256+Math.round(_t(Bn.b*255,0,255))}getHexString(e=Yn){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=yt.workingColorSpace){yt.workingToColorSpace(Bn.copy(this),t);let n=Bn.r,i=Bn.g,r=Bn.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=yt.workingColorSpace){return yt.workingToColorSpace(Bn.copy(this),t),e.r=Bn.r,e.g=Bn.g,e.b=Bn.b,e}getStyle(e=Yn){yt.workingToColorSpace(Bn.copy(this),e);let t=Bn.r,n=Bn.g,i=Bn.b;return e!==Yn?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(e,t,n){return this.getHSL(Ns),this.setHSL(Ns.h+e,Ns.s+t,Ns.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ns),e.getHSL(nl);let n=cu(Ns.h,nl.h,t),i=cu(Ns.s,nl.s,t),r=cu(Ns.l,nl.l,t);return this.setHSL(n,i,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,i=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*i,this.g=r[1]*t+r[4]*n+r[7]*i,this.b=r[2]*t+r[5]*n+r[8]*i,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Bn=new Le;Le.NAMES=dm;var ea=class extends _n{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ji,this.environmentIntensity=1,this.environmentRotation=new ji,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ii=new U,ds=new U,gu=new U,fs=new U,Wr=new U,Xr=new U,rp=new U,vu=new U,yu=new U,xu=new U,_u=new Kt,bu=new Kt,Mu=new Kt,gs=class s{constructor(e=new U,t=new U,n=new U){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,i){i.subVectors(n,t),Ii.subVectors(e,t),i.cross(Ii);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(e,t,n,i,r){Ii.subVectors(i,t),ds.subVectors(n,t),gu.subVectors(e,t);let o=Ii.dot(Ii),a=Ii.dot(ds),l=Ii.dot(gu),c=ds.dot(ds),h=ds.dot(gu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,i){return this.getBarycoord(e,t,n,i,fs)===null?!1:fs.x>=0&&fs.y>=0&&fs.x+fs.y<=1}static getInterpolation(e,t,n,i,r,o,a,l){return this.getBarycoord(e,t,n,i,fs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,fs.x),l.addScaledVector(o,fs.y),l.addScaledVector(a,fs.z),l)}static getInterpolatedAttribute(e,t,n,i,r,o){return _u.setScalar(0),bu.setScalar(0),Mu.setScalar(0),_u.fromBufferAttribute(e,t),bu.fromBufferAttribute(e,n),Mu.fromBufferAttribute(e,i),o.setScalar(0),o.addScaledVector(_u,r.x),o.addScaledVector(bu,r.y),o.addScaledVector(Mu,r.z),o}static isFrontFacing(e,t,n,i){return Ii.subVectors(n,t),ds.subVectors(e,t),Ii.cross(ds).dot(i)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,i){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[i]),this}setFromAttributeAndIndices(e,t,n,i){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,i),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ii.subVectors(this.c,this.b),ds.subVectors(this.a,this.b),Ii.cross(ds).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return s.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return s.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,i,r){return s.getInterpolation(e,this.a,this.b,this.c,t,n,i,r)}containsPoint(e){return s.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return s.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,i=this.b,r=this.c,o,a;Wr.subVectors(i,n),Xr.subVectors(r,n),vu.subVectors(e,n);let l=Wr.dot(vu),c=Xr.dot(vu);if(l<=0&&c<=0)return t.copy(n);yu.subVectors(e,i);let h=Wr.dot(yu),u=Xr.dot(yu);if(h>=0&&u<=h)return t.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(Wr,o);xu.subVectors(e,r);let f=Wr.dot(xu),p=Xr.dot(xu);if(p>=0&&f<=p)return t.copy(r);let v=f*c-l*p;if(v<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(Xr,a);let g=h*p-f*u;if(g<=0&&u-h>=0&&f-p>=0)return rp.subVectors(r,i),a=(u-h)/(u-h+(f-p)),t.copy(i).addScaledVector(rp,a);let m=1/(g+v+d);return o=v*m,a=d*m,t.copy(n).addScaledVector(Wr,o).addScaledVector(Xr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Qi=class{constructor(e=new U(1/0,1/0,1/0),t=new U(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Li.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Li.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Li.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Li):Li.fromBufferAttribute(r,o),Li.applyMatrix4(e.matrixWorld),this.expandByPoint(Li);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),il.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),il.copy(n.boundingBox)),il.applyMatrix4(e.matrixWorld),this.union(il)}let i=e.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Li),Li.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Go),sl.subVectors(this.max,Go),qr.subVectors(e.a,Go),Yr.subVectors(e.b,Go),$r.subVectors(e.c,Go),Us.subVectors(Yr,qr),Fs.subVectors($r,Yr),sr.subVectors(qr,$r);let t=[0,-Us.z,Us.y,0,-Fs.z,Fs.y,0,-sr.z,sr.y,Us.z,0,-Us.x,Fs.z,0,-Fs.x,sr.z,0,-sr.x,-Us.y,Us.x,0,-Fs.y,Fs.x,0,-sr.y,sr.x,0];return!wu(t,qr,Yr,$r,sl)||(t=[1,0,0,0,1,0,0,0,1],!wu(t,qr,Yr,$r,sl))?!1:(rl.crossVectors(Us,Fs),t=[rl.x,rl.y,rl.z],wu(t,qr,Yr,$r,sl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Li).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Li).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ps[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ps[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ps[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ps[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ps[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ps[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ps[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ps[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ps),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ps=[new U,new U,new U,new U,new U,new U,new U,new U],Li=new U,il=new Qi,qr=new U,Yr=new U,$r=new U,Us=new U,Fs=new U,sr=new U,Go=new U,sl=new U,rl=new U,rr=new U;function wu(s,e,t,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){rr.fromArray(s,r);let a=i.x*Math.abs(rr.x)+i.y*Math.abs(rr.y)+i.z*Math.abs(rr.z),l=e.dot(rr),c=t.dot(rr),h=n.dot(rr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var pn=new U,ol=new it,Qv=0,Mt=class extends Ki{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Qv++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=om,this.updateRanges=[],this.gpuType=jn,this.version=0,this._normalizationScale=e!==void 0?fd(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[e+i]=t.array[n+i];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)ol.fromBufferAttribute(this,t),ol.applyMatrix3(e),this.setXY(t,ol.x,ol.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix3(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix4(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyNormalMatrix(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.transformDirection(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Vv(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Gv(e,this.array)}};var ta=class extends Mt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var na=class extends Mt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var wt=class extends Mt{constructor(e,t,n){super(new Float32Array(e),t,n)}},ey=new Qi,Ho=new U,Su=new U,_i=class{constructor(e=new U,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):ey.setFromPoints(e).getCenter(n);let i=0;for(let r=0,o=e.length;r<o;r++)i=Math.max(i,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(i),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Ho.subVectors(e,this.center);let t=Ho.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),i=(n-this.radius)*.5;this.center.addScaledVector(Ho,i/n),this.radius+=i}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Su.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Ho.copy(e.center).add(Su)),this.expandByPoint(Ho.copy(e.center).sub(Su))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},ty=0,yi=new We,Au=new _n,Zr=new U,li=new Qi,Wo=new Qi,Pn=new U,At=class s extends Ki{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:ty++}),this.uuid=Pa(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Bv(e)?na:ta)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new tt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(e),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return yi.makeRotationFromQuaternion(e),this.applyMatrix4(yi),this}rotateX(e){return yi.makeRotationX(e),this.applyMatrix4(yi),this}rotateY(e){return yi.makeRotationY(e),this.applyMatrix4(yi),this}rotateZ(e){return yi.makeRotationZ(e),this.applyMatrix4(yi),this}translate(e,t,n){return yi.makeTranslation(e,t,n),this.applyMatrix4(yi),this}scale(e,t,n){return yi.makeScale(e,t,n),this.applyMatrix4(yi),this}lookAt(e){return Au.lookAt(e),Au.updateMatrix(),this.applyMatrix4(Au.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Zr).negate(),this.translate(Zr.x,Zr.y,Zr.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let i=0,r=e.length;i<r;i++){let o=e[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new wt(n,3))}else{let n=Math.min(e.length,t.count);for(let i=0;i<n;i++){let r=e[i];t.setXYZ(i,r.x,r.y,r.z||0)}e.length>t.count&&Je("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){et("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new U(-1/0,-1/0,-1/0),new U(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,i=t.length;n<i;n++){let r=t[n];li.setFromBufferAttribute(r),this.morphTargetsRelative?(Pn.addVectors(this.boundingBox.min,li.min),this.boundingBox.expandByPoint(Pn),Pn.addVectors(this.boundingBox.max,li.max),this.boundingBox.expandByPoint(Pn)):(this.boundingBox.expandByPoint(li.min),this.boundingBox.expandByPoint(li.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&et('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new _i);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){et("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new U,1/0);return}if(e){let n=this.boundingSphere.center;if(li.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Wo.setFromBufferAttribute(a),this.morphTargetsRelative?(Pn.addVectors(li.min,Wo.min),li.expandByPoint(Pn),Pn.addVectors(li.max,Wo.max),li.expandByPoint(Pn)):(li.expandByPoint(Wo.min),li.expandByPoint(Wo.max))}li.getCenter(n);let i=0;for(let r=0,o=e.count;r<o;r++)Pn.fromBufferAttribute(e,r),i=Math.max(i,n.distanceToSquared(Pn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Pn.fromBufferAttribute(a,c),l&&(Zr.fromBufferAttribute(e,c),Pn.add(Zr)),i=Math.max(i,n.distanceToSquared(Pn))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&et('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){et("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,i=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Mt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new U,l[F]=new U;let h=new U,u=new U,d=new U,f=new it,p=new it,v=new it,g=new U,m=new U;function x(F,I,L){c[F]=c[I]=c[L]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,I),d.fromBufferAttribute(n,L),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,I),v.fromBufferAttribute(r,L),u.sub(h),d.sub(h),p.sub(f),v.sub(f);let k=1/(p.x*v.y-v.x*p.y);isFinite(k)&&(g.copy(u).multiplyScalar(v.y).addScaledVector(d,-p.y).multiplyScalar(k),m.copy(d).multiplyScalar(p.x).addScaledVector(u,-v.x).multiplyScalar(k),a[F].add(g),a[I].add(g),a[L].add(g),l[F].add(m),l[I].add(m),l[L].add(m))}let T=this.groups;T.length===0&&(T=[{start:0,count:e.count}]);for(let F=0,I=T.length;F<I;++F){let L=T[F],k=L.start,V=L.count;for(let D=k,H=k+V;D<H;D+=3)x(e.getX(D+0),e.getX(D+1),e.getX(D+2))}let b=new U,C=new U,A=new U,y=new U;function E(F){A.fromBufferAttribute(i,F),y.copy(A);let I=a[F];b.copy(I),b.sub(A.multiplyScalar(A.dot(I))).normalize(),C.crossVectors(y,I);let k=C.dot(l[F])<0?-1:1;o.setXYZW(F,b.x,b.y,b.z,k)}for(let F=0,I=n.count;F<I;++F)c[F]&&E(F);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Mt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new U,r=new U,o=new U,a=new U,l=new U,c=new U,h=new U,u=new U;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),v=e.getX(d+1),g=e.getX(d+2);i.fromBufferAttribute(t,p),r.fromBufferAttribute(t,v),o.fromBufferAttribute(t,g),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,g),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(g,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)i.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Pn.fromBufferAttribute(e,t),Pn.normalize(),e.setXYZ(t,Pn.x,Pn.y,Pn.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let v=0,g=l.length;v<g;v++){a.isInterleavedBufferAttribute?f=l[v]*a.data.stride+a.offset:f=l[v]*h;for(let m=0;m<h;m++)d[p++]=c[f++]}return new Mt(d,h,u)}if(this.index===null)return Je("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(i[l]=h,r=!0)}r&&(e.data.morphAttributes=i,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let i=e.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Eu=new U,ny=new U,iy=new tt,Di=class{constructor(e=new U(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,i){return this.normal.set(e,t,n),this.constant=i,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let i=Eu.subVectors(n,t).cross(ny.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(i,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let i=e.delta(Eu),r=this.normal.dot(i);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(i,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||iy.getNormalMatrix(e),i=this.coplanarPoint(Eu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},sy=0,Ni=class extends Ki{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:sy++}),this.uuid=Pa(),this.name="",this.type="Material",this.blending=uo,this.side=Ys,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Yu,this.blendDst=$u,this.blendEquation=gr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Le(0,0,0),this.blendAlpha=0,this.depthFunc=to,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=em,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Pl,this.stencilZFail=Pl,this.stencilZPass=Pl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Je(`Material: parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){Je(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector2&&n&&n.isVector2||i&&i.isEuler&&n&&n.isEuler||i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=i(e.textures),o=i(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Le().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Di().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new it().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new it().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let i=t.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var ms=new U,Tu=new U,al=new U,ll=new U,cr=class{constructor(e=new U,t=new U(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,ms)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=ms.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(ms.copy(this.origin).addScaledVector(this.direction,t),ms.distanceToSquared(e))}distanceSqToSegment(e,t,n,i){Tu.copy(e).add(t).multiplyScalar(.5),al.copy(t).sub(e).normalize(),ll.copy(this.origin).sub(Tu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(al),a=ll.dot(this.direction),l=-ll.dot(al),c=ll.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let v=1/h;u*=v,d*=v,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(Tu).addScaledVector(al,d),f}intersectSphere(e,t){if(e.radius<0)return null;ms.subVectors(e.center,this.origin);let n=ms.dot(this.direction),i=ms.dot(ms)-n*n,r=e.radius*e.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,i=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,i=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,t)}intersectsBox(e){return this.intersectBox(e,ms)!==null}intersectTriangle(e,t,n,i,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,v=t.y-o.y,g=t.z-o.z,m=n.x-o.x,x=n.y-o.y,T=n.z-o.z,b=Math.abs(l),C=Math.abs(c),A=Math.abs(h),y,E,F,I,L,k,V,D,H,Y,W,ce;if(b>=C&&b>=A?(F=l,k=u,H=p,ce=m,l>=0?(y=c,E=h,I=d,L=f,V=v,D=g,Y=x,W=T):(y=h,E=c,I=f,L=d,V=g,D=v,Y=T,W=x)):C>=A?(F=c,k=d,H=v,ce=x,c>=0?(y=h,E=l,I=f,L=u,V=g,D=p,Y=T,W=m):(y=l,E=h,I=u,L=f,V=p,D=g,Y=m,W=T)):(F=h,k=f,H=g,ce=T,h>=0?(y=l,E=c,I=u,L=d,V=p,D=v,Y=m,W=x):(y=c,E=l,I=d,L=u,V=v,D=p,Y=x,W=m)),F===0)return null;let J=y/F,j=E/F,se=1/F,de=I-J*k,ue=L-j*k,Q=V-J*H,me=D-j*H,ye=Y-J*ce,Te=W-j*ce,Me=ye*me-Te*Q,Xe=de*Te-ue*ye,at=Q*ue-me*de;if(i){if(Me<0||Xe<0||at<0)return null}else if((Me<0||Xe<0||at<0)&&(Me>0||Xe>0||at>0))return null;let Ge=Me+Xe+at;if(Ge===0)return null;let ft=se*(Me*k+Xe*H+at*ce);return(Ge>0?ft<0:ft>0)?null:this.at(ft/Ge,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ti=class extends Ni{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Le(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=cc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},op=new We,or=new cr,cl=new _i,ap=new U,hl=new U,ul=new U,dl=new U,Cu=new U,fl=new U,lp=new U,pl=new U,Bt=class extends _n{constructor(e=new At,t=new ti){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(i,e);let a=this.morphTargetInfluences;if(r&&a){fl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Cu.fromBufferAttribute(u,e),o?fl.addScaledVector(Cu,h):fl.addScaledVector(Cu.sub(t),h))}t.add(fl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),cl.copy(n.boundingSphere),cl.applyMatrix4(r),or.copy(e.ray).recast(e.near),!(cl.containsPoint(or.origin)===!1&&(or.intersectSphere(cl,ap)===null||or.origin.distanceToSquared(ap)>(e.far-e.near)**2))&&(op.copy(r).invert(),or.copy(e.ray).applyMatrix4(op),!(n.boundingBox!==null&&or.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,or)))}_computeIntersections(e,t,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,v=d.length;p<v;p++){let g=d[p],m=o[g.materialIndex],x=Math.max(g.start,f.start),T=Math.min(a.count,Math.min(g.start+g.count,f.start+f.count));for(let b=x,C=T;b<C;b+=3){let A=a.getX(b),y=a.getX(b+1),E=a.getX(b+2);i=ml(this,m,e,n,c,h,u,A,y,E),i&&(i.faceIndex=Math.floor(b/3),i.face.materialIndex=g.materialIndex,t.push(i))}}else{let p=Math.max(0,f.start),v=Math.min(a.count,f.start+f.count);for(let g=p,m=v;g<m;g+=3){let x=a.getX(g),T=a.getX(g+1),b=a.getX(g+2);i=ml(this,o,e,n,c,h,u,x,T,b),i&&(i.faceIndex=Math.floor(g/3),t.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,v=d.length;p<v;p++){let g=d[p],m=o[g.materialIndex],x=Math.max(g.start,f.start),T=Math.min(l.count,Math.min(g.start+g.count,f.start+f.count));for(let b=x,C=T;b<C;b+=3){let A=b,y=b+1,E=b+2;i=ml(this,m,e,n,c,h,u,A,y,E),i&&(i.faceIndex=Math.floor(b/3),i.face.materialIndex=g.materialIndex,t.push(i))}}else{let p=Math.max(0,f.start),v=Math.min(l.count,f.start+f.count);for(let g=p,m=v;g<m;g+=3){let x=g,T=g+1,b=g+2;i=ml(this,o,e,n,c,h,u,x,T,b),i&&(i.faceIndex=Math.floor(g/3),t.push(i))}}}};function ry(s,e,t,n,i,r,o,a){let l;if(e.side===Jn?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,e.side===Ys,a),l===null)return null;pl.copy(a),pl.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(pl);return c<t.near||c>t.far?null:{distance:c,point:pl.clone(),object:s}}function ml(s,e,t,n,i,r,o,a,l,c){s.getVertexPosition(a,hl),s.getVertexPosition(l,ul),s.getVertexPosition(c,dl);let h=ry(s,e,t,n,hl,ul,dl,lp);if(h){let u=new U;gs.getBarycoord(lp,hl,ul,dl,u),i&&(h.uv=gs.getInterpolatedAttribute(i,a,l,c,u,new it)),r&&(h.uv1=gs.getInterpolatedAttribute(r,a,l,c,u,new it)),o&&(h.normal=gs.getInterpolatedAttribute(o,a,l,c,u,new U),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new U,materialIndex:0};gs.getNormal(hl,ul,dl,d.normal),h.face=d,h.barycoord=u}return h}var es=class extends Zn{constructor(e=null,t=1,n=1,i,r,o,a,l,c=rn,h=rn,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var ia=class extends Mt{constructor(e,t,n,i=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},Jr=new We,cp=new We,gl=[],hp=new Qi,oy=new We,Xo=new Bt,qo=new _i,hr=class extends Bt{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new ia(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,oy)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new Qi),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Jr),hp.copy(e.boundingBox).applyMatrix4(Jr),this.boundingBox.union(hp)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new _i),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Jr),qo.copy(e.boundingSphere).applyMatrix4(Jr),this.boundingSphere.union(qo)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(e,t){let n=this.matrixWorld,i=this.count;if(Xo.geometry=this.geometry,Xo.material=this.material,Xo.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),qo.copy(this.boundingSphere),qo.applyMatrix4(n),e.ray.intersectsSphere(qo)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,Jr),cp.multiplyMatrices(n,Jr),Xo.matrixWorld=cp,Xo.raycast(e,gl);for(let o=0,a=gl.length;o<a;o++){let l=gl[o];l.instanceId=r,l.object=this,t.push(l)}gl.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new ia(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new es(new Float32Array(i*this.count),i,this.count,gc,jn));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},ar=new _i,ay=new it(.5,.5),vl=new U,Bs=class{constructor(e=new Di,t=new Di,n=new Di,i=new Di,r=new Di,o=new Di){this.planes=[e,t,n,i,r,o]}set(e,t,n,i,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=xi,n=!1){let i=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],v=r[9],g=r[10],m=r[11],x=r[12],T=r[13],b=r[14],C=r[15];if(i[0].setComponents(c-o,f-h,m-p,C-x).normalize(),i[1].setComponents(c+o,f+h,m+p,C+x).normalize(),i[2].setComponents(c+a,f+u,m+v,C+T).normalize(),i[3].setComponents(c-a,f-u,m-v,C-T).normalize(),n)i[4].setComponents(l,d,g,b).normalize(),i[5].setComponents(c-l,f-d,m-g,C-b).normalize();else if(i[4].setComponents(c-l,f-d,m-g,C-b).normalize(),t===xi)i[5].setComponents(c+l,f+d,m+g,C+b).normalize();else if(t===io)i[5].setComponents(l,d,g,b).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),ar.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),ar.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(ar)}intersectsSprite(e){ar.center.set(0,0,0);let t=ay.distanceTo(e.center);return ar.radius=.7071067811865476+t,ar.applyMatrix4(e.matrixWorld),this.intersectsSphere(ar)}intersectsSphere(e){let t=this.planes,n=e.center,i=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let i=t[n];if(vl.x=i.normal.x>0?e.max.x:e.min.x,vl.y=i.normal.y>0?e.max.y:e.min.y,vl.z=i.normal.z>0?e.max.z:e.min.z,i.distanceToPoint(vl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},up=new We,Xl=class s{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let i=0;i<t.length;i++){let r=t[i];up.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[i]===void 0&&(n[i]=new Bs),n[i].setFromProjectionMatrix(up,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let i=0;i<e._count;i++)t[i]===void 0&&(t[i]=new Bs),t[i].copy(n[i]);return this._count=e._count,this}clone(){return new s().copy(this)}};var ts=class extends Ni{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Le(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},ql=new U,Yl=new U,dp=new We,Yo=new cr,yl=new _i,Ru=new U,fp=new U,sa=class extends _n{constructor(e=new At,t=new ts){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let i=1,r=t.count;i<r;i++)ql.fromBufferAttribute(t,i-1),Yl.fromBufferAttribute(t,i),n[i]=n[i-1],n[i]+=ql.distanceTo(Yl);e.setAttribute("lineDistance",new wt(n,1))}else Je("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),yl.copy(n.boundingSphere),yl.applyMatrix4(i),yl.radius+=r,e.ray.intersectsSphere(yl)===!1)return;dp.copy(i).invert(),Yo.copy(e.ray).applyMatrix4(dp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let v=f,g=p-1;v<g;v+=c){let m=h.getX(v),x=h.getX(v+1),T=xl(this,e,Yo,l,m,x,v);T&&t.push(T)}if(this.isLineLoop){let v=h.getX(p-1),g=h.getX(f),m=xl(this,e,Yo,l,v,g,p-1);m&&t.push(m)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let v=f,g=p-1;v<g;v+=c){let m=xl(this,e,Yo,l,v,v+1,v);m&&t.push(m)}if(this.isLineLoop){let v=xl(this,e,Yo,l,p-1,f,p-1);v&&t.push(v)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function xl(s,e,t,n,i,r,o){let a=s.geometry.attributes.position;if(ql.fromBufferAttribute(a,i),Yl.fromBufferAttribute(a,r),t.distanceSqToSegment(ql,Yl,Ru,fp)>n)return;Ru.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(Ru);if(!(c<e.near||c>e.far))return{distance:c,point:fp.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var pp=new U,mp=new U,ks=class extends sa{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let i=0,r=t.count;i<r;i+=2)pp.fromBufferAttribute(t,i),mp.fromBufferAttribute(t,i+1),n[i]=i===0?0:n[i-1],n[i+1]=n[i]+pp.distanceTo(mp);e.setAttribute("lineDistance",new wt(n,1))}else Je("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var $l=class extends Ni{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Le(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},gp=new We,Ou=new cr,_l=new _i,bl=new U,ra=class extends _n{constructor(e=new At,t=new $l){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),_l.copy(n.boundingSphere),_l.applyMatrix4(i),_l.radius+=r,e.ray.intersectsSphere(_l)===!1)return;gp.copy(i).invert(),Ou.copy(e.ray).applyMatrix4(gp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let p=d,v=f;p<v;p++){let g=c.getX(p);bl.fromBufferAttribute(u,g),vp(bl,g,l,i,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let p=d,v=f;p<v;p++)bl.fromBufferAttribute(u,p),vp(bl,p,l,i,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function vp(s,e,t,n,i,r,o){let a=Ou.distanceSqToPoint(s);if(a<t){let l=new U;Ou.closestPointToPoint(s,l),l.applyMatrix4(n);let c=i.ray.origin.distanceTo(l);if(c<i.near||c>i.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var oa=class extends Zn{constructor(e,t){super({width:e,height:t}),this.isFramebufferTexture=!0,this.magFilter=rn,this.minFilter=rn,this.generateMipmaps=!1,this.needsUpdate=!0}copy(e){return super.copy(e),this.source=new lr(Object.assign({},e.image)),this}};var aa=class extends Zn{constructor(e=[],t=vr,n,i,r,o,a,l,c,h){super(e,t,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var xs=class extends Zn{constructor(e,t,n=Oi,i,r,o,a=rn,l=rn,c,h=ys,u=1){if(h!==ys&&h!==Ms)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new lr(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},la=class extends xs{constructor(e,t=Oi,n=vr,i,r,o=rn,a=rn,l,c=ys){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,i,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ca=class extends Zn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Ui=class s extends At{constructor(e=1,t=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,i,o,2),p("x","z","y",1,-1,e,n,-t,i,o,3),p("x","y","z",1,-1,e,t,n,i,r,4),p("x","y","z",-1,-1,e,t,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new wt(c,3)),this.setAttribute("normal",new wt(h,3)),this.setAttribute("uv",new wt(u,2));function p(v,g,m,x,T,b,C,A,y,E,F){let I=b/y,L=C/E,k=b/2,V=C/2,D=A/2,H=y+1,Y=E+1,W=0,ce=0,J=new U;for(let j=0;j<Y;j++){let se=j*L-V;for(let de=0;de<H;de++){let ue=de*I-k;J[v]=ue*x,J[g]=se*T,J[m]=D,c.push(J.x,J.y,J.z),J[v]=0,J[g]=0,J[m]=A>0?1:-1,h.push(J.x,J.y,J.z),u.push(de/y),u.push(1-j/E),W+=1}}for(let j=0;j<E;j++)for(let se=0;se<y;se++){let de=d+se+H*j,ue=d+se+H*(j+1),Q=d+(se+1)+H*(j+1),me=d+(se+1)+H*j;l.push(de,ue,me),l.push(ue,Q,me),ce+=6}a.addGroup(f,ce,F),f+=ce,d+=W}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},ha=class s extends At{constructor(e=1,t=1,n=4,i=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:i,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),i=Math.max(3,Math.floor(i)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,p=n*2+r,v=i+1,g=new U,m=new U;for(let x=0;x<=p;x++){let T=0,b=0,C=0,A=0;if(x<=n){let F=x/n,I=F*Math.PI/2;b=-h-e*Math.cos(I),C=e*Math.sin(I),A=-e*Math.cos(I),T=F*u}else if(x<=n+r){let F=(x-n)/r;b=-h+F*t,C=e,A=0,T=u+F*d}else{let F=(x-n-r)/n,I=F*Math.PI/2;b=h+e*Math.sin(I),C=e*Math.cos(I),A=e*Math.sin(I),T=u+d+F*u}let y=Math.max(0,Math.min(1,T/f)),E=0;x===0?E=.5/i:x===p&&(E=-.5/i);for(let F=0;F<=i;F++){let I=F/i,L=I*Math.PI*2,k=Math.sin(L),V=Math.cos(L);m.x=-C*V,m.y=b,m.z=C*k,a.push(m.x,m.y,m.z),g.set(-C*V,A,C*k),g.normalize(),l.push(g.x,g.y,g.z),c.push(I+E,y)}if(x>0){let F=(x-1)*v;for(let I=0;I<i;I++){let L=F+I,k=F+I+1,V=x*v+I,D=x*v+I+1;o.push(L,k,V),o.push(k,D,V)}}}this.setIndex(o),this.setAttribute("position",new wt(a,3)),this.setAttribute("normal",new wt(l,3)),this.setAttribute("uv",new wt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}},ua=class s extends At{constructor(e=1,t=32,n=0,i=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:e,segments:t,thetaStart:n,thetaLength:i},t=Math.max(3,t);let r=[],o=[],a=[],l=[],c=new U,h=new it;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let u=0,d=3;u<=t;u++,d+=3){let f=n+u/t*i;c.x=e*Math.cos(f),c.y=e*Math.sin(f),o.push(c.x,c.y,c.z),a.push(0,0,1),h.x=(o[d]/e+1)/2,h.y=(o[d+1]/e+1)/2,l.push(h.x,h.y)}for(let u=1;u<=t;u++)r.push(u,u+1,0);this.setIndex(r),this.setAttribute("position",new wt(o,3)),this.setAttribute("normal",new wt(a,3)),this.setAttribute("uv",new wt(l,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.segments,e.thetaStart,e.thetaLength)}},zs=class s extends At{constructor(e=1,t=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,v=[],g=n/2,m=0;x(),o===!1&&(e>0&&T(!0),t>0&&T(!1)),this.setIndex(h),this.setAttribute("position",new wt(u,3)),this.setAttribute("normal",new wt(d,3)),this.setAttribute("uv",new wt(f,2));function x(){let b=new U,C=new U,A=0,y=(t-e)/n;for(let E=0;E<=r;E++){let F=[],I=E/r,L=I*(t-e)+e;for(let k=0;k<=i;k++){let V=k/i,D=V*l+a,H=Math.sin(D),Y=Math.cos(D);C.x=L*H,C.y=-I*n+g,C.z=L*Y,u.push(C.x,C.y,C.z),b.set(H,y,Y).normalize(),d.push(b.x,b.y,b.z),f.push(V,1-I),F.push(p++)}v.push(F)}for(let E=0;E<i;E++)for(let F=0;F<r;F++){let I=v[F][E],L=v[F+1][E],k=v[F+1][E+1],V=v[F][E+1];(e>0||F!==0)&&(h.push(I,L,V),A+=3),(t>0||F!==r-1)&&(h.push(L,k,V),A+=3)}c.addGroup(m,A,0),m+=A}function T(b){let C=p,A=new it,y=new U,E=0,F=b===!0?e:t,I=b===!0?1:-1;for(let k=1;k<=i;k++)u.push(0,g*I,0),d.push(0,I,0),f.push(.5,.5),p++;let L=p;for(let k=0;k<=i;k++){let D=k/i*l+a,H=Math.cos(D),Y=Math.sin(D);y.x=F*Y,y.y=g*I,y.z=F*H,u.push(y.x,y.y,y.z),d.push(0,I,0),A.x=H*.5+.5,A.y=Y*.5*I+.5,f.push(A.x,A.y),p++}for(let k=0;k<i;k++){let V=C+k,D=L+k;b===!0?h.push(D,D+1,V):h.push(D+1,D,V),E+=3}c.addGroup(m,E,b===!0?1:2),m+=E}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},ao=class s extends zs{constructor(e=1,t=1,n=32,i=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,i,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:i,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new s(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var Ml=new U,wl=new U,Pu=new U,Sl=new gs,ur=class extends At{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let i=Math.pow(10,4),r=Math.cos(Il*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:v,b:g,c:m}=Sl;if(v.fromBufferAttribute(a,c[0]),g.fromBufferAttribute(a,c[1]),m.fromBufferAttribute(a,c[2]),Sl.getNormal(Pu),u[0]=`${Math.round(v.x*i)},${Math.round(v.y*i)},${Math.round(v.z*i)}`,u[1]=`${Math.round(g.x*i)},${Math.round(g.y*i)},${Math.round(g.z*i)}`,u[2]=`${Math.round(m.x*i)},${Math.round(m.y*i)},${Math.round(m.z*i)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let x=0;x<3;x++){let T=(x+1)%3,b=u[x],C=u[T],A=Sl[h[x]],y=Sl[h[T]],E=`${b}_${C}`,F=`${C}_${b}`,I=d.get(F);I?(Pu.dot(I.normal)<=r&&(f.push(A.x,A.y,A.z),f.push(y.x,y.y,y.z)),d.set(F,null)):d.has(E)||d.set(E,{index0:c[x],index1:c[T],normal:Pu.clone()})}}for(let p of d.values())if(p){let{index0:v,index1:g}=p;Ml.fromBufferAttribute(a,v),wl.fromBufferAttribute(a,g),f.push(Ml.x,Ml.y,Ml.z),f.push(wl.x,wl.y,wl.z)}this.setAttribute("position",new wt(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};var _s=class s extends At{constructor(e=1,t=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:i};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],v=[],g=[];for(let m=0;m<h;m++){let x=m*d-o;for(let T=0;T<c;T++){let b=T*u-r;p.push(b,-x,0),v.push(0,0,1),g.push(T/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let x=0;x<a;x++){let T=x+c*m,b=x+c*(m+1),C=x+1+c*(m+1),A=x+1+c*m;f.push(T,b,A),f.push(b,C,A)}this.setIndex(f),this.setAttribute("position",new wt(p,3)),this.setAttribute("normal",new wt(v,3)),this.setAttribute("uv",new wt(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.widthSegments,e.heightSegments)}},da=class s extends At{constructor(e=.5,t=1,n=32,i=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:e,outerRadius:t,thetaSegments:n,phiSegments:i,thetaStart:r,thetaLength:o},n=Math.max(3,n),i=Math.max(1,i);let a=[],l=[],c=[],h=[],u=e,d=(t-e)/i,f=new U,p=new it;for(let v=0;v<=i;v++){for(let g=0;g<=n;g++){let m=r+g/n*o;f.x=u*Math.cos(m),f.y=u*Math.sin(m),l.push(f.x,f.y,f.z),c.push(0,0,1),p.x=(f.x/t+1)/2,p.y=(f.y/t+1)/2,h.push(p.x,p.y)}u+=d}for(let v=0;v<i;v++){let g=v*(n+1);for(let m=0;m<n;m++){let x=m+g,T=x,b=x+n+1,C=x+n+2,A=x+1;a.push(T,b,A),a.push(b,C,A)}}this.setIndex(a),this.setAttribute("position",new wt(l,3)),this.setAttribute("normal",new wt(c,3)),this.setAttribute("uv",new wt(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.innerRadius,e.outerRadius,e.thetaSegments,e.phiSegments,e.thetaStart,e.thetaLength)}};var Vs=class s extends At{constructor(e=1,t=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new U,d=new U,f=[],p=[],v=[],g=[];for(let m=0;m<=n;m++){let x=[],T=m/n,b=o+T*a,C=e*Math.cos(b),A=Math.sqrt(e*e-C*C),y=0;m===0&&o===0?y=.5/t:m===n&&l===Math.PI&&(y=-.5/t);for(let E=0;E<=t;E++){let F=E/t,I=i+F*r;u.x=-A*Math.cos(I),u.y=C,u.z=A*Math.sin(I),p.push(u.x,u.y,u.z),d.copy(u).normalize(),v.push(d.x,d.y,d.z),g.push(F+y,1-T),x.push(c++)}h.push(x)}for(let m=0;m<n;m++)for(let x=0;x<t;x++){let T=h[m][x+1],b=h[m][x],C=h[m+1][x],A=h[m+1][x+1];(m!==0||o>0)&&f.push(T,b,A),(m!==n-1||l<Math.PI)&&f.push(b,C,A)}this.setIndex(f),this.setAttribute("position",new wt(p,3)),this.setAttribute("normal",new wt(v,3)),this.setAttribute("uv",new wt(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function _r(s){let e={};for(let t in s){e[t]={};for(let n in s[t]){let i=s[t][n];if(yp(i))i.isRenderTargetTexture?(Je("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=i.clone();else if(Array.isArray(i))if(yp(i[0])){let r=[];for(let o=0,a=i.length;o<a;o++)r[o]=i[o].clone();e[t][n]=r}else e[t][n]=i.slice();else e[t][n]=i}}return e}function Vn(s){let e={};for(let t=0;t<s.length;t++){let n=_r(s[t]);for(let i in n)e[i]=n[i]}return e}function yp(s){return s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)}function ly(s){let e=[];for(let t=0;t<s.length;t++)e.push(s[t].clone());return e}function pd(s){let e=s.getRenderTarget();return e===null?s.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:yt.workingColorSpace}var fm={clone:_r,merge:Vn},cy=`void main() {
gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,hy=`void main() {
gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,kn=class extends Ni{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=cy,this.fragmentShader=hy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=_r(e.uniforms),this.uniformsGroups=ly(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?t.uniforms[i]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[i]={type:"m4",value:o.toArray()}:t.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let i=e.uniforms[n];switch(this.uniforms[n]={},i.type){case"t":this.uniforms[n].value=t[i.value]||null;break;case"c":this.uniforms[n].value=new Le().setHex(i.value);break;case"v2":this.uniforms[n].value=new it().fromArray(i.value);break;case"v3":this.uniforms[n].value=new U().fromArray(i.value);break;case"v4":this.uniforms[n].value=new Kt().fromArray(i.value);break;case"m3":this.uniforms[n].value=new tt().fromArray(i.value);break;case"m4":this.uniforms[n].value=new We().fromArray(i.value);break;default:this.uniforms[n].value=i.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Gs=class extends kn{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},dr=class extends Ni{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Le(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Le(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ca,this.normalScale=new it(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var bs=class extends Ni{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Le(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Le(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ca,this.normalScale=new it(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=cc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Zl=class extends Ni{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=jp,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Jl=class extends Ni{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Kr(s,e){return!s||s.constructor===e?s:typeof e.BYTES_PER_ELEMENT=="number"?new e(s):Array.prototype.slice.call(s)}function Al(s){return s!==void 0&&s.inTangents!==void 0&&s.outTangents!==void 0}var Hs=class{constructor(e,t,n,i){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,i=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<i)){for(let a=n+2;;){if(i===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=t[++n],e<i)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(i=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,e,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i;for(let o=0;o!==i;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Kl=class extends Hs{constructor(e,t,n,i){super(e,t,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Nu,endingEnd:Nu}}intervalChanged_(e,t,n){let i=this.parameterPositions,r=e-2,o=e+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case Uu:r=e,a=2*t-n;break;case Fu:r=i.length-2,a=t+i[r]-i[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Uu:o=e,l=2*n-t;break;case Fu:o=1,l=n+i[1]-i[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(i-t),v=p*p,g=v*p,m=-d*g+2*d*v-d*p,x=(1+d)*g+(-1.5-2*d)*v+(-.5+d)*p+1,T=(-1-f)*g+(1.5+f)*v+.5*p,b=f*g-f*v;for(let C=0;C!==a;++C)r[C]=m*o[h+C]+x*o[c+C]+T*o[l+C]+b*o[u+C];return r}},jl=class extends Hs{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(i-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Ql=class extends Hs{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e){return this.copySampleValue_(e-1)}},ec=class extends Hs{interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(i-t),v=1-p;for(let g=0;g!==a;++g)r[g]=o[c+g]*v+o[l+g]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let v=o[c+p],g=o[l+p],m=f*d+p*2,x=u[m],T=u[m+1],b=e*d+p*2,C=h[b],A=h[b+1],y=dy(n,t,x,C,i);r[p]=pm(y,v,T,A,g)}return r}};function pm(s,e,t,n,i){let r=1-s;return r*r*r*e+3*r*r*s*t+3*r*s*s*n+s*s*s*i}function uy(s,e,t,n,i){let r=1-s;return 3*r*r*(t-e)+6*r*s*(n-t)+3*s*s*(i-n)}function dy(s,e,t,n,i){let r=(s-e)/(i-e);for(let o=0;o<8;o++){let a=pm(r,e,t,n,i)-s;if(Math.abs(a)<1e-10)break;let l=uy(r,e,t,n,i);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var hi=class{constructor(e,t,n,i){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Kr(t,this.TimeBufferType),this.values=Kr(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Kr(e.times,Array),values:Kr(e.values,Array)};let i=e.getInterpolation();i!==e.DefaultInterpolation&&(n.interpolation=i),Al(e.settings)&&(n.settings={inTangents:Kr(e.settings.inTangents,Array),outTangents:Kr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Ql(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new jl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Kl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new ec(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Zo:t=this.InterpolantFactoryMethodDiscrete;break;case zl:t=this.InterpolantFactoryMethodLinear;break;case Rl:t=this.InterpolantFactoryMethodSmooth;break;case Du:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Je("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Zo;case this.InterpolantFactoryMethodLinear:return zl;case this.InterpolantFactoryMethodSmooth:return Rl;case this.InterpolantFactoryMethodBezier:return Du}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]+=e;Al(this.settings)&&(xp(this.settings.inTangents,e),xp(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]*=e;Al(this.settings)&&(_p(this.settings.inTangents,e),_p(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(et("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,i=this.values,r=n.length;r===0&&(et("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){et("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){et("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(i!==void 0&&kv(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){et("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Rl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let v=t[u+p];if(v!==t[d+p]||v!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,i=new n(this.name,e,t);return i.createInterpolant=this.createInterpolant,Al(this.settings)&&(i.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),i}};function xp(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]+=e}function _p(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]*=e}hi.prototype.ValueTypeName="";hi.prototype.TimeBufferType=Float32Array;hi.prototype.ValueBufferType=Float32Array;hi.prototype.DefaultInterpolation=zl;var Ws=class extends hi{constructor(e,t,n){super(e,t,n)}};Ws.prototype.ValueTypeName="bool";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=Zo;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var tc=class extends hi{constructor(e,t,n,i){super(e,t,n,i)}};tc.prototype.ValueTypeName="color";var nc=class extends hi{constructor(e,t,n,i){super(e,t,n,i)}};nc.prototype.ValueTypeName="number";var ic=class extends Hs{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(i-t),c=e*a;for(let h=c+a;c!==h;c+=4)Ft.slerpFlat(r,0,o,c-a,o,c,l);return r}},fa=class extends hi{constructor(e,t,n,i){super(e,t,n,i)}InterpolantFactoryMethodLinear(e){return new ic(this.times,this.values,this.getValueSize(),e)}};fa.prototype.ValueTypeName="quaternion";fa.prototype.InterpolantFactoryMethodSmooth=void 0;var Xs=class extends hi{constructor(e,t,n){super(e,t,n)}};Xs.prototype.ValueTypeName="string";Xs.prototype.ValueBufferType=Array;Xs.prototype.DefaultInterpolation=Zo;Xs.prototype.InterpolantFactoryMethodLinear=void 0;Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var sc=class extends hi{constructor(e,t,n,i){super(e,t,n,i)}};sc.prototype.ValueTypeName="vector";var rc=class{constructor(e,t,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},mm=new rc,oc=class{constructor(e){this.manager=e!==void 0?e:mm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(i,r){n.load(e,i,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};oc.DEFAULT_MATERIAL_NAME="__DEFAULT";var lo=class extends _n{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Le(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},pa=class extends lo{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(_n.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Le(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Iu=new We,bp=new U,Mp=new U,ac=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new it(512,512),this.mapType=ni,this.map=null,this.mapPass=null,this.matrix=new We,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Bs,this._frameExtents=new it(1,1),this._viewportCount=1,this._viewports=[new Kt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;bp.setFromMatrixPosition(e.matrixWorld),t.position.copy(bp),Mp.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Mp),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,i){Iu.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Iu,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=i?i.z/r.x:1,a=i?i.w/r.y:1,l=i?i.x/r.x:0,c=i?i.y/r.y:0;e.coordinateSystem===io||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Iu)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},El=new U,Tl=new Ft,Zi=new U,fr=class extends _n{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new We,this.projectionMatrix=new We,this.projectionMatrixInverse=new We,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(El,Tl,Zi),Zi.x===1&&Zi.y===1&&Zi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(El,Tl,Zi.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(El,Tl,Zi),Zi.x===1&&Zi.y===1&&Zi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(El,Tl,Zi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Os=new U,wp=new it,Sp=new it,$n=class extends fr{constructor(e=50,t=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Vl*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Il*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Vl*2*Math.atan(Math.tan(Il*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Os.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Os.x,Os.y).multiplyScalar(-e/Os.z),Os.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Os.x,Os.y).multiplyScalar(-e/Os.z)}getViewSize(e,t){return this.getViewBounds(e,wp,Sp),t.subVectors(Sp,wp)}setViewOffset(e,t,n,i,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Il*.5*this.fov)/this.zoom,n=2*t,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,t-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var ma=class extends fr{constructor(e=-1,t=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-e,o=n+e,a=i+t,l=i-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Bu=class extends ac{constructor(){super(new ma(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},pr=class extends lo{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(_n.DEFAULT_UP),this.updateMatrix(),this.target=new _n,this.shadow=new Bu}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},ga=class extends lo{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var va=class extends At{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var jr=-90,Qr=1,co=class extends _n{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new $n(jr,Qr,e,t);i.layers=this.layers,this.add(i);let r=new $n(jr,Qr,e,t);r.layers=this.layers,this.add(r);let o=new $n(jr,Qr,e,t);o.layers=this.layers,this.add(o);let a=new $n(jr,Qr,e,t);a.layers=this.layers,this.add(a);let l=new $n(jr,Qr,e,t);l.layers=this.layers,this.add(l);let c=new $n(jr,Qr,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,i,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===xi)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===io)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(n,0,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=v,e.setRenderTarget(n,5,i),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},lc=class extends $n{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var md="\\[\\]\\.:\\/",fy=new RegExp("["+md+"]","g"),gd="[^"+md+"]",py="[^"+md.replace("\\.","")+"]",my=/((?:WC+[\/:])*)/.source.replace("WC",gd),gy=/(WCOD+)?/.source.replace("WCOD",py),vy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",gd),yy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",gd),xy=new RegExp("^"+my+gy+vy+yy+"$"),_y=["material","materials","bones","map"],ku=class{constructor(e,t,n){let i=n||qt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,i)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},qt=class s{constructor(e,t,n){this.path=t,this.parsedPath=n||s.parseTrackName(t),this.node=s.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new s.Composite(e,t,n):new s(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(fy,"")}static parseTrackName(e){let t=xy.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);_y.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},i=n(e.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)e[t++]=n[i]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,i=t.propertyName,r=t.propertyIndex;if(e||(e=s.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Je("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){et("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){et("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){et("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){et("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){et("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){et("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){et("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[i];if(o===void 0){let c=t.nodeName;et("PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!e.geometry){et("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){et("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};qt.Composite=ku;qt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};qt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};qt.prototype.GetterByBindingType=[qt.prototype._getValue_direct,qt.prototype._getValue_array,qt.prototype._getValue_arrayElement,qt.prototype._getValue_toArray];qt.prototype.SetterByBindingTypeAndVersioning=[[qt.prototype._setValue_direct,qt.prototype._setValue_direct_setNeedsUpdate,qt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_array,qt.prototype._setValue_array_setNeedsUpdate,qt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_arrayElement,qt.prototype._setValue_arrayElement_setNeedsUpdate,qt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_fromArray,qt.prototype._setValue_fromArray_setNeedsUpdate,qt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var SA=new Float32Array(1);var Ap=new We,ya=class{constructor(e,t,n=0,i=1/0){this.ray=new cr(e,t),this.near=n,this.far=i,this.camera=null,this.layers=new ro,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):et("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return Ap.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Ap),this}intersectObject(e,t=!0,n=[]){return zu(e,this,n,t),n.sort(Ep),n}intersectObjects(e,t=!0,n=[]){for(let i=0,r=e.length;i<r;i++)zu(e[i],this,n,t);return n.sort(Ep),n}};function Ep(s,e){return s.distance-e.distance}function zu(s,e,t,n){let i=!0;if(s.layers.test(e.layers)&&s.raycast(e,t)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)zu(r[o],e,t,!0)}}var Vu=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,i){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,i)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,i){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=i,this}};var Tp=new U,Cl,Lu,xa=class extends _n{constructor(e=new U(0,0,1),t=new U(0,0,0),n=1,i=16776960,r=n*.2,o=r*.2){super(),this.type="ArrowHelper",Cl===void 0&&(Cl=new At,Cl.setAttribute("position",new wt([0,0,0,0,1,0],3)),Lu=new ao(.5,1,5,1),Lu.translate(0,-.5,0)),this.position.copy(t),this.line=new sa(Cl,new ts({color:i,toneMapped:!1})),this.line.matrixAutoUpdate=!1,this.add(this.line),this.cone=new Bt(Lu,new ti({color:i,toneMapped:!1})),this.cone.matrixAutoUpdate=!1,this.add(this.cone),this.setDirection(e),this.setLength(n,r,o)}setDirection(e){if(e.y>.99999)this.quaternion.set(0,0,0,1);else if(e.y<-.99999)this.quaternion.set(1,0,0,0);else{Tp.set(e.z,0,-e.x).normalize();let t=Math.acos(e.y);this.quaternion.setFromAxisAngle(Tp,t)}}setLength(e,t=e*.2,n=t*.2){this.line.scale.set(1,Math.max(1e-4,e-t),1),this.line.updateMatrix(),this.cone.scale.set(n,t,n),this.cone.position.y=e,this.cone.updateMatrix()}setColor(e){this.line.material.color.set(e),this.cone.material.color.set(e)}copy(e){return super.copy(e,!1),this.line.copy(e.line),this.cone.copy(e.cone),this}dispose(){super.dispose(),this.line.geometry.dispose(),this.line.material.dispose(),this.cone.geometry.dispose(),this.cone.material.dispose()}},_a=class extends ks{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],i=new At;i.setAttribute("position",new wt(t,3)),i.setAttribute("color",new wt(n,3));let r=new ts({vertexColors:!0,toneMapped:!1});super(i,r),this.type="AxesHelper"}setColors(e,t,n){let i=new Le,r=this.geometry.attributes.color.array;return i.set(e),i.toArray(r,0),i.toArray(r,3),i.set(t),i.toArray(r,6),i.toArray(r,9),i.set(n),i.toArray(r,12),i.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};function vd(s,e,t,n){let i=by(n);switch(t){case ad:return s*e;case gc:return s*e/i.components*i.byteLength;case vc:return s*e/i.components*i.byteLength;case $s:return s*e*2/i.components*i.byteLength;case yc:return s*e*2/i.components*i.byteLength;case ld:return s*e*3/i.components*i.byteLength;case zn:return s*e*4/i.components*i.byteLength;case xc:return s*e*4/i.components*i.byteLength;case Ma:case wa:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case Sa:case Aa:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case bc:case wc:return Math.max(s,16)*Math.max(e,8)/4;case _c:case Mc:return Math.max(s,8)*Math.max(e,8)/2;case Sc:case Ac:case Tc:case Cc:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case Ec:case Ea:case Rc:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Pc:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Ic:return Math.floor((s+4)/5)*Math.floor((e+3)/4)*16;case Lc:return Math.floor((s+4)/5)*Math.floor((e+4)/5)*16;case Dc:return Math.floor((s+5)/6)*Math.floor((e+4)/5)*16;case Nc:return Math.floor((s+5)/6)*Math.floor((e+5)/6)*16;case Uc:return Math.floor((s+7)/8)*Math.floor((e+4)/5)*16;case Fc:return Math.floor((s+7)/8)*Math.floor((e+5)/6)*16;case Oc:return Math.floor((s+7)/8)*Math.floor((e+7)/8)*16;case Bc:return Math.floor((s+9)/10)*Math.floor((e+4)/5)*16;case kc:return Math.floor((s+9)/10)*Math.floor((e+5)/6)*16;case zc:return Math.floor((s+9)/10)*Math.floor((e+7)/8)*16;case Vc:return Math.floor((s+9)/10)*Math.floor((e+9)/10)*16;case Gc:return Math.floor((s+11)/12)*Math.floor((e+9)/10)*16;case Hc:return Math.floor((s+11)/12)*Math.floor((e+11)/12)*16;case Wc:case Xc:case qc:return Math.ceil(s/4)*Math.ceil(e/4)*16;case Yc:case $c:return Math.ceil(s/4)*Math.ceil(e/4)*8;case Ta:case Zc:return Math.ceil(s/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function by(s){switch(s){case ni:case id:return{byteLength:1,components:1};case po:case sd:case Bi:return{byteLength:2,components:1};case pc:case mc:return{byteLength:2,components:4};case Oi:case fc:case jn:return{byteLength:4,components:1};case rd:case od:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Je("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Om(){let s=null,e=!1,t=null,n=null;function i(r,o){n=s.requestAnimationFrame(i),t(r,o)}return{start:function(){e!==!0&&t!==null&&s!==null&&(n=s.requestAnimationFrame(i),e=!0)},stop:function(){s!==null&&s.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){s=r}}}function wy(s){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],v=u[f];v.start<=p.start+p.count+1?p.count=Math.max(p.count,v.start+v.count-p.start):(++d,u[d]=v)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let v=u[f];s.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(s.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var Sy=`#ifdef USE_ALPHAHASH
if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Ay=`#ifdef USE_ALPHAHASH
const float ALPHA_HASH_SCALE = 0.05;
float hash2D( vec2 value ) {
return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
}
float hash3D( vec3 value ) {
return hash2D( vec2( hash2D( value.xy ), value.z ) );
}
float getAlphaHashThreshold( vec3 position ) {
float maxDeriv = max(
length( dFdx( position.xyz ) ),
length( dFdy( position.xyz ) )
);
float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
vec2 pixScales = vec2(
exp2( floor( log2( pixScale ) ) ),
exp2( ceil( log2( pixScale ) ) )
);
vec2 alpha = vec2(
hash3D( floor( pixScales.x * position.xyz ) ),
hash3D( floor( pixScales.y * position.xyz ) )
);
float lerpFactor = fract( log2( pixScale ) );
float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
float a = min( lerpFactor, 1.0 - lerpFactor );
vec3 cases = vec3(
x * x / ( 2.0 * a * ( 1.0 - a ) ),
( x - 0.5 * a ) / ( 1.0 - a ),
1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
);
float threshold = ( x < ( 1.0 - a ) )
? ( ( x < a ) ? cases.x : cases.y )
: cases.z;
return clamp( threshold , 1.0e-6, 1.0 );
}
#endif`,Ey=`#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Ty=`#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif`,Cy=`#ifdef USE_ALPHATEST
#ifdef ALPHA_TO_COVERAGE
diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
if ( diffuseColor.a == 0.0 ) discard;
#else
if ( diffuseColor.a < alphaTest ) discard;
#endif
#endif`,Ry=`#ifdef USE_ALPHATEST
uniform float alphaTest;
#endif`,Py=`#ifdef USE_AOMAP
float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
reflectedLight.indirectDiffuse *= ambientOcclusion;
#if defined( USE_CLEARCOAT )
clearcoatSpecularIndirect *= ambientOcclusion;
#endif
#if defined( USE_SHEEN )
sheenSpecularIndirect *= ambientOcclusion;
#endif
#if defined( USE_ENVMAP ) && defined( STANDARD )
float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
#endif
#endif`,Iy=`#ifdef USE_AOMAP
uniform sampler2D aoMap;
uniform float aoMapIntensity;
#endif`,Ly=`#ifdef USE_BATCHING
#if ! defined( GL_ANGLE_multi_draw )
#define gl_DrawID _gl_DrawID
uniform int _gl_DrawID;
#endif
uniform highp sampler2D batchingTexture;
uniform highp usampler2D batchingIdTexture;
mat4 getBatchingMatrix( const in float i ) {
int size = textureSize( batchingTexture, 0 ).x;
int j = int( i ) * 4;
int x = j % size;
int y = j / size;
vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
return mat4( v1, v2, v3, v4 );
}
float getIndirectIndex( const in int i ) {
int size = textureSize( batchingIdTexture, 0 ).x;
int x = i % size;
int y = i / size;
return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
}
#endif
#ifdef USE_BATCHING_COLOR
uniform sampler2D batchingColorTexture;
vec4 getBatchingColor( const in float i ) {
int size = textureSize( batchingColorTexture, 0 ).x;
int j = int( i );
int x = j % size;
int y = j / size;
return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
}
#endif`,Dy=`#ifdef USE_BATCHING
mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Ny=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
vPosition = vec3( position );
#endif`,Uy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
vec3 objectTangent = vec3( tangent.xyz );
#endif`,Fy=`float G_BlinnPhong_Implicit( ) {
return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
vec3 halfDir = normalize( lightDir + viewDir );
float dotNH = saturate( dot( normal, halfDir ) );
float dotVH = saturate( dot( viewDir, halfDir ) );
vec3 F = F_Schlick( specularColor, 1.0, dotVH );
float G = G_BlinnPhong_Implicit( );
float D = D_BlinnPhong( shininess, dotNH );
return F * ( G * D );
} // validated`,Oy=`#ifdef USE_IRIDESCENCE
const mat3 XYZ_TO_REC709 = mat3(
3.2404542, -0.9692660,  0.0556434,
-1.5371385,  1.8760108, -0.2040259,
-0.4985314,  0.0415560,  1.0572252
);
vec3 Fresnel0ToIor( vec3 fresnel0 ) {
vec3 sqrtF0 = sqrt( fresnel0 );
return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
}
vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
}
float IorToFresnel0( float transmittedIor, float incidentIor ) {
return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
}
vec3 evalSensitivity( float OPD, vec3 shift ) {
float phase = 2.0 * PI * OPD * 1.0e-9;
vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
xyz /= 1.0685e-7;
vec3 rgb = XYZ_TO_REC709 * xyz;
return rgb;
}
vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
vec3 I;
float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
float cosTheta2Sq = 1.0 - sinTheta2Sq;
if ( cosTheta2Sq < 0.0 ) {
return vec3( 1.0 );
}
float cosTheta2 = sqrt( cosTheta2Sq );
float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
float R12 = F_Schlick( R0, 1.0, cosTheta1 );
float T121 = 1.0 - R12;
float phi12 = 0.0;
if ( iridescenceIOR < outsideIOR ) phi12 = PI;
float phi21 = PI - phi12;
vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
vec3 phi23 = vec3( 0.0 );
if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
vec3 phi = vec3( phi21 ) + phi23;
vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
vec3 r123 = sqrt( R123 );
vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
vec3 C0 = R12 + Rs;
I = C0;
vec3 Cm = Rs - T121;
for ( int m = 1; m <= 2; ++ m ) {
Cm *= r123;
vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
I += Cm * Sm;
}
return max( I, vec3( 0.0 ) );
}
#endif`,By=`#ifdef USE_BUMPMAP
uniform sampler2D bumpMap;
uniform float bumpScale;
vec2 dHdxy_fwd() {
vec2 dSTdx = dFdx( vBumpMapUv );
vec2 dSTdy = dFdy( vBumpMapUv );
float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
return vec2( dBx, dBy );
}
vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
vec3 vN = surf_norm;
vec3 R1 = cross( vSigmaY, vN );
vec3 R2 = cross( vN, vSigmaX );
float fDet = dot( vSigmaX, R1 ) * faceDirection;
vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
return normalize( abs( fDet ) * surf_norm - vGrad );
}
#endif`,ky=`#if NUM_CLIPPING_PLANES > 0
vec4 plane;
#ifdef ALPHA_TO_COVERAGE
float distanceToPlane, distanceGradient;
float clipOpacity = 1.0;
#pragma unroll_loop_start
for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
distanceGradient = fwidth( distanceToPlane ) / 2.0;
clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
if ( clipOpacity == 0.0 ) discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
float unionClipOpacity = 1.0;
#pragma unroll_loop_start
for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
distanceGradient = fwidth( distanceToPlane ) / 2.0;
unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
}
#pragma unroll_loop_end
clipOpacity *= 1.0 - unionClipOpacity;
#endif
diffuseColor.a *= clipOpacity;
if ( diffuseColor.a == 0.0 ) discard;
#else
#pragma unroll_loop_start
for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
bool clipped = true;
#pragma unroll_loop_start
for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
}
#pragma unroll_loop_end
if ( clipped ) discard;
#endif
#endif
#endif`,zy=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Vy=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
#endif`,Gy=`#if NUM_CLIPPING_PLANES > 0
vClipPosition = - mvPosition.xyz;
#endif`,Hy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
diffuseColor *= vColor;
#endif`,Wy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
varying vec4 vColor;
#endif`,Xy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
varying vec4 vColor;
#endif`,qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
vColor *= color;
#elif defined( USE_COLOR )
vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Yy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
const highp float a = 12.9898, b = 78.233, c = 43758.5453;
highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
float precisionSafeLength( vec3 v ) { return length( v ); }
#else
float precisionSafeLength( vec3 v ) {
float maxComponent = max3( abs( v ) );
return length( v / maxComponent ) * maxComponent;
}
#endif
struct IncidentLight {
vec3 color;
vec3 direction;
bool visible;
};
struct ReflectedLight {
vec3 directDiffuse;
vec3 directSpecular;
vec3 indirectDiffuse;
vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,$y=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
mat3 bm = mat3( batchingMatrix );
transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
transformedNormal = bm * transformedNormal;
#ifdef USE_TANGENT
transformedTangent = bm * transformedTangent;
#endif
#endif
#ifdef USE_INSTANCING
mat3 im = mat3( instanceMatrix );
transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
transformedNormal = im * transformedNormal;
#ifdef USE_TANGENT
transformedTangent = im * transformedTangent;
#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Zy=`#ifdef USE_DISPLACEMENTMAP
uniform sampler2D displacementMap;
uniform float displacementScale;
uniform float displacementBias;
#endif`,Jy=`#ifdef USE_DISPLACEMENTMAP
transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Ky=`#ifdef USE_EMISSIVEMAP
vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
emissiveColor = sRGBTransferEOTF( emissiveColor );
#endif
totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,jy=`#ifdef USE_EMISSIVEMAP
uniform sampler2D emissiveMap;
#endif`,Qy="gl_FragColor = linearToOutputTexel( gl_FragColor );",ex=`vec4 LinearTransferOETF( in vec4 value ) {
return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,tx=`#ifdef USE_ENVMAP
#ifdef ENV_WORLDPOS
vec3 cameraToFrag;
if ( isOrthographic ) {
cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
} else {
cameraToFrag = normalize( vWorldPosition - cameraPosition );
}
vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
#ifdef ENVMAP_MODE_REFLECTION
vec3 reflectVec = reflect( cameraToFrag, worldNormal );
#else
vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
#endif
#else
vec3 reflectVec = vReflect;
#endif
#ifdef ENVMAP_TYPE_CUBE
vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
#ifdef ENVMAP_BLENDING_MULTIPLY
outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
#elif defined( ENVMAP_BLENDING_MIX )
outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
#elif defined( ENVMAP_BLENDING_ADD )
outgoingLight += envColor.xyz * specularStrength * reflectivity;
#endif
#endif
#endif`,nx=`#ifdef USE_ENVMAP
uniform float envMapIntensity;
uniform mat3 envMapRotation;
uniform samplerCube envMap;
#ifdef ENVMAP_TYPE_PMREM
float roughnessToMip( const in float roughness ) {
float r = clamp( roughness, 0.0, 1.0 );
return ENVMAP_MAX_LOD * r * ( 2.0 - r );
}
#endif
#endif`,ix=`#ifdef USE_ENVMAP
uniform float reflectivity;
#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
#define ENV_WORLDPOS
#endif
#ifdef ENV_WORLDPOS
varying vec3 vWorldPosition;
uniform float refractionRatio;
#else
varying vec3 vReflect;
#endif
#endif`,sx=`#ifdef USE_ENVMAP
#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
#define ENV_WORLDPOS
#endif
#ifdef ENV_WORLDPOS
varying vec3 vWorldPosition;
#else
varying vec3 vReflect;
uniform float refractionRatio;
#endif
#endif`,rx=`#ifdef USE_ENVMAP
#ifdef ENV_WORLDPOS
vWorldPosition = worldPosition.xyz;
#else
vec3 cameraToVertex;
if ( isOrthographic ) {
cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
} else {
cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
}
vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
#ifdef ENVMAP_MODE_REFLECTION
vReflect = reflect( cameraToVertex, worldNormal );
#else
vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
#endif
#endif
#endif`,ox=`#ifdef USE_FOG
vFogDepth = - mvPosition.z;
#endif`,ax=`#ifdef USE_FOG
varying float vFogDepth;
#endif`,lx=`#ifdef USE_FOG
#ifdef FOG_EXP2
float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
#else
float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
#endif
gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,cx=`#ifdef USE_FOG
uniform vec3 fogColor;
varying float vFogDepth;
#ifdef FOG_EXP2
uniform float fogDensity;
#else
uniform float fogNear;
uniform float fogFar;
#endif
#endif`,hx=`#ifdef USE_GRADIENTMAP
uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
float dotNL = dot( normal, lightDirection );
vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
#ifdef USE_GRADIENTMAP
return vec3( texture2D( gradientMap, coord ).r );
#else
vec2 fw = fwidth( coord ) * 0.5;
return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
#endif
}`,ux=`#ifdef USE_LIGHTMAP
uniform sampler2D lightMap;
uniform float lightMapIntensity;
#endif`,dx=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,fx=`varying vec3 vViewPosition;
struct LambertMaterial {
vec3 diffuseColor;
float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
vec3 irradiance = dotNL * directLight.color;
reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,px=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
float x = normal.x, y = normal.y, z = normal.z;
vec3 result = shCoefficients[ 0 ] * 0.886227;
result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
vec3 irradiance = ambientLightColor;
return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
if ( cutoffDistance > 0.0 ) {
distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
}
return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
struct SunLight {
vec3 direction;
vec3 color;
};
uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
light.color = sunLight.color;
light.direction = sunLight.direction;
light.visible = true;
}
#endif
#if NUM_DIR_LIGHTS > 0
struct DirectionalLight {
vec3 direction;
vec3 color;
};
uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
light.color = directionalLight.color;
light.direction = directionalLight.direction;
light.visible = true;
}
#endif
#if NUM_POINT_LIGHTS > 0
struct PointLight {
vec3 position;
vec3 color;
float distance;
float decay;
};
uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
vec3 lVector = pointLight.position - geometryPosition;
light.direction = normalize( lVector );
float lightDistance = length( lVector );
light.color = pointLight.color;
light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
light.visible = ( light.color != vec3( 0.0 ) );
}
#endif
#if NUM_SPOT_LIGHTS > 0
struct SpotLight {
vec3 position;
vec3 direction;
vec3 color;
float distance;
float decay;
float coneCos;
float penumbraCos;
};
uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
vec3 lVector = spotLight.position - geometryPosition;
light.direction = normalize( lVector );
float angleCos = dot( light.direction, spotLight.direction );
float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
if ( spotAttenuation > 0.0 ) {
float lightDistance = length( lVector );
light.color = spotLight.color * spotAttenuation;
light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
light.visible = ( light.color != vec3( 0.0 ) );
} else {
light.color = vec3( 0.0 );
light.visible = false;
}
}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
struct RectAreaLight {
vec3 color;
vec3 position;
vec3 halfWidth;
vec3 halfHeight;
};
uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
struct HemisphereLight {
vec3 direction;
vec3 skyColor;
vec3 groundColor;
};
uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
float dotNL = dot( normal, hemiLight.direction );
float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
return irradiance;
}
#endif
#include <lightprobes_pars_fragment>`,mx=`#ifdef USE_ENVMAP
vec3 getIBLIrradiance( const in vec3 normal ) {
#ifdef ENVMAP_TYPE_PMREM
vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
return PI * envMapColor.rgb * envMapIntensity;
#else
return vec3( 0.0 );
#endif
}
vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
#ifdef ENVMAP_TYPE_PMREM
vec3 reflectVec = reflect( - viewDir, normal );
reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
return envMapColor.rgb * envMapIntensity;
#else
return vec3( 0.0 );
#endif
}
#ifdef USE_RETROREFLECTION
vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
#ifdef ENVMAP_TYPE_PMREM
vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
return envMapColor.rgb * envMapIntensity;
#else
return vec3( 0.0 );
#endif
}
#endif
#ifdef USE_ANISOTROPY
vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
#ifdef ENVMAP_TYPE_PMREM
vec3 bentNormal = cross( bitangent, viewDir );
bentNormal = normalize( cross( bentNormal, bitangent ) );
bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
return getIBLRadiance( viewDir, bentNormal, roughness );
#else
return vec3( 0.0 );
#endif
}
#ifdef USE_RETROREFLECTION
vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
#ifdef ENVMAP_TYPE_PMREM
vec3 bentNormal = cross( bitangent, viewDir );
bentNormal = normalize( cross( bentNormal, bitangent ) );
bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
return getIBLRetroRadiance( viewDir, bentNormal, roughness );
#else
return vec3( 0.0 );
#endif
}
#endif
#endif
#endif`,gx=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,vx=`varying vec3 vViewPosition;
struct ToonMaterial {
vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,yx=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,xx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
vec3 diffuseColor;
vec3 specularColor;
float specularShininess;
float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
vec3 irradiance = dotNL * directLight.color;
reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,_x=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
float diffuseRoughnessFactor = diffuseRoughness;
#ifdef USE_DIFFUSE_ROUGHNESSMAP
diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
#endif
material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
material.ior = ior;
#ifdef USE_SPECULAR
float specularIntensityFactor = specularIntensity;
vec3 specularColorFactor = specularColor;
#ifdef USE_SPECULAR_COLORMAP
specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
#endif
material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
#else
float specularIntensityFactor = 1.0;
vec3 specularColorFactor = vec3( 1.0 );
material.specularF90 = 1.0;
#endif
material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
material.specularColor = vec3( 0.04 );
material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
material.clearcoat = clearcoat;
material.clearcoatRoughness = clearcoatRoughness;
material.clearcoatF0 = vec3( 0.04 );
material.clearcoatF90 = 1.0;
#ifdef USE_CLEARCOATMAP
material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
#endif
material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
material.clearcoatRoughness += geometryRoughness;
material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
material.iridescence = iridescence;
material.iridescenceIOR = iridescenceIOR;
#ifdef USE_IRIDESCENCEMAP
material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
#else
material.iridescenceThickness = iridescenceThicknessMaximum;
#endif
#endif
#ifdef USE_SHEEN
material.sheenColor = sheenColor;
#ifdef USE_SHEEN_COLORMAP
material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
#endif
material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
#ifdef USE_SHEEN_ROUGHNESSMAP
material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
#endif
#endif
#ifdef USE_ANISOTROPY
#ifdef USE_ANISOTROPYMAP
mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
#else
vec2 anisotropyV = anisotropyVector;
#endif
material.anisotropy = length( anisotropyV );
if( material.anisotropy == 0.0 ) {
anisotropyV = vec2( 1.0, 0.0 );
} else {
anisotropyV /= material.anisotropy;
material.anisotropy = saturate( material.anisotropy );
}
material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,bx=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
vec3 diffuseColor;
vec3 diffuseContribution;
vec3 specularColor;
vec3 specularColorBlended;
float roughness;
float metalness;
float specularF90;
float dispersion;
vec2 dfg;
vec3 multiScatteringCompensation;
#ifdef USE_DIFFUSE_ROUGHNESS
float diffuseRoughness;
#endif
#ifdef USE_RETROREFLECTION
float retroreflectivity;
#endif
#ifdef USE_CLEARCOAT
float clearcoat;
float clearcoatRoughness;
vec3 clearcoatF0;
float clearcoatF90;
#endif
#ifdef USE_IRIDESCENCE
float iridescence;
float iridescenceIOR;
float iridescenceThickness;
vec3 iridescenceFresnel;
vec3 iridescenceF0Dielectric;
vec3 iridescenceF0Metallic;
#endif
#ifdef USE_SHEEN
vec3 sheenColor;
float sheenRoughness;
#endif
#ifdef IOR
float ior;
#endif
#ifdef USE_TRANSMISSION
float transmission;
float transmissionAlpha;
float thickness;
float attenuationDistance;
vec3 attenuationColor;
#endif
#ifdef USE_ANISOTROPY
float anisotropy;
float alphaT;
vec3 anisotropyT;
vec3 anisotropyB;
#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
float x2 = x * x;
float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
const float EON_EPSILON = 1e-7;
float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
float muComp = 1.0 - mu;
float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
return A * ( 1.0 + roughness * gOverPi );
}
vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
vec3 rho = saturate( diffuseColor );
if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
float dotNL = saturate( dot( normal, lightDir ) );
float dotNV = saturate( dot( normal, viewDir ) );
float s = dot( lightDir, viewDir ) - dotNL * dotNV;
float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
* max( EON_EPSILON, 1.0 - albedoV )
* max( EON_EPSILON, 1.0 - albedoL )
/ max( EON_EPSILON, 1.0 - averageAlbedo );
return singleScatter + multiScatter;
}
vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
vec3 rho = saturate( diffuseColor );
if ( roughness <= EON_EPSILON ) return rho;
float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
float a2 = pow2( alpha );
float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
float a2 = pow2( alpha );
float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
float a2 = alphaT * alphaB;
highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
highp float v2 = dot( v, v );
float w2 = a2 / v2;
return RECIPROCAL_PI * a2 * pow2 ( w2 );
}
#endif
#ifdef USE_CLEARCOAT
vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
vec3 f0 = material.clearcoatF0;
float f90 = material.clearcoatF90;
float roughness = max( material.clearcoatRoughness, 0.045 );
float alpha = pow2( roughness );
vec3 halfDir = normalize( lightDir + viewDir );
float dotNL = saturate( dot( normal, lightDir ) );
float dotNV = saturate( dot( normal, viewDir ) );
float dotNH = saturate( dot( normal, halfDir ) );
float dotVH = saturate( dot( viewDir, halfDir ) );
vec3 F = F_Schlick( f0, f90, dotVH );
float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
float D = D_GGX( alpha, dotNH );
return F * ( V * D );
}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
vec3 f0 = material.specularColorBlended;
float f90 = material.specularF90;
float roughness = max( material.roughness, 0.045 );
float alpha = pow2( roughness );
vec3 halfDir = normalize( lightDir + viewDir );
float dotNL = saturate( dot( normal, lightDir ) );
float dotNV = saturate( dot( normal, viewDir ) );
float dotNH = saturate( dot( normal, halfDir ) );
float dotVH = saturate( dot( viewDir, halfDir ) );
vec3 F = F_Schlick( f0, f90, dotVH );
#ifdef USE_IRIDESCENCE
F = mix( F, material.iridescenceFresnel, material.iridescence );
#endif
#ifdef USE_ANISOTROPY
float dotTL = dot( material.anisotropyT, lightDir );
float dotTV = dot( material.anisotropyT, viewDir );
float dotTH = dot( material.anisotropyT, halfDir );
float dotBL = dot( material.anisotropyB, lightDir );
float dotBV = dot( material.anisotropyB, viewDir );
float dotBH = dot( material.anisotropyB, halfDir );
float alphaT = max( material.alphaT, alpha );
float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
#else
float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
float D = D_GGX( alpha, dotNH );
#endif
return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
const float LUT_SIZE = 64.0;
const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
const float LUT_BIAS = 0.5 / LUT_SIZE;
float dotNV = saturate( dot( N, V ) );
vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
uv = uv * LUT_SCALE + LUT_BIAS;
return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
float l = length( f );
return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
float x = dot( v1, v2 );
float y = abs( x );
float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
float b = 3.4175940 + ( 4.1616724 + y ) * y;
float v = a / b;
float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
vec3 lightNormal = cross( v1, v2 );
if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
vec3 T1, T2;
T1 = normalize( V - N * dot( V, N ) );
T2 = - cross( N, T1 );
mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
vec3 coords[ 4 ];
coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
coords[ 0 ] = normalize( coords[ 0 ] );
coords[ 1 ] = normalize( coords[ 1 ] );
coords[ 2 ] = normalize( coords[ 2 ] );
coords[ 3 ] = normalize( coords[ 3 ] );
vec3 vectorFormFactor = vec3( 0.0 );
vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
float alpha = pow2( roughness );
float invAlpha = 1.0 / alpha;
float cos2h = dotNH * dotNH;
float sin2h = max( 1.0 - cos2h, 0.0078125 );
return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
vec3 halfDir = normalize( lightDir + viewDir );
float dotNL = saturate( dot( normal, lightDir ) );
float dotNV = saturate( dot( normal, viewDir ) );
float dotNH = saturate( dot( normal, halfDir ) );
float D = D_Charlie( sheenRoughness, dotNH );
float V = V_Neubelt( dotNV, dotNL );
return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
float dotNV = saturate( dot( normal, viewDir ) );
float r2 = roughness * roughness;
float rInv = 1.0 / ( roughness + 0.1 );
float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
float DG = exp( a * dotNV + b );
return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
float dotNV = saturate( dot( normal, viewDir ) );
vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
#ifdef USE_IRIDESCENCE
vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
#else
vec3 Fr = specularColor;
#endif
vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
float Ess = fab.x + fab.y;
float Ems = 1.0 - Ess;
vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
singleScatter += FssEss;
multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
vec3 normal = geometryNormal;
vec3 viewDir = geometryViewDir;
vec3 position = geometryPosition;
vec3 lightPos = rectAreaLight.position;
vec3 halfWidth = rectAreaLight.halfWidth;
vec3 halfHeight = rectAreaLight.halfHeight;
vec3 lightColor = rectAreaLight.color;
float roughness = material.roughness;
vec3 rectCoords[ 4 ];
rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
vec2 uv = LTC_Uv( normal, viewDir, roughness );
vec4 t1 = texture2D( ltc_1, uv );
vec4 t2 = texture2D( ltc_2, uv );
mat3 mInv = mat3(
vec3( t1.x, 0, t1.y ),
vec3(    0, 1,    0 ),
vec3( t1.z, 0, t1.w )
);
vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
#ifdef USE_CLEARCOAT
vec3 Ncc = geometryClearcoatNormal;
vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
mat3 mInvClearcoat = mat3(
vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
vec3(             0, 1,             0 ),
vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
);
vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
#endif
}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
vec3 irradiance = dotNL * directLight.color;
#ifdef USE_CLEARCOAT
float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
vec3 ccIrradiance = dotNLcc * directLight.color;
clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
#endif
#ifdef USE_SHEEN
sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
irradiance *= sheenEnergyComp;
#endif
vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
#ifdef USE_RETROREFLECTION
vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
#endif
reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
vec3 halfDir = normalize( directLight.direction + geometryViewDir );
float dotVH = saturate( dot( geometryViewDir, halfDir ) );
vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
#ifdef USE_RETROREFLECTION
vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
F = mix( F, retroF, saturate( material.retroreflectivity ) );
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
#else
vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
#endif
reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
vec3 singleScattering = vec3( 0.0 );
vec3 multiScattering = vec3( 0.0 );
#ifdef USE_IRIDESCENCE
computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
#else
computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
#else
vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
#endif
#ifdef USE_SHEEN
float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
diffuse *= sheenEnergyComp;
#endif
reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
#ifdef USE_CLEARCOAT
clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
#endif
#ifdef USE_SHEEN
sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
#endif
vec3 singleScatteringDielectric = vec3( 0.0 );
vec3 multiScatteringDielectric = vec3( 0.0 );
vec3 singleScatteringMetallic = vec3( 0.0 );
vec3 multiScatteringMetallic = vec3( 0.0 );
#ifdef USE_IRIDESCENCE
computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
#else
computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
#endif
vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
#ifdef USE_DIFFUSE_ROUGHNESS
float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
#else
vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
#endif
vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
vec3 indirectSpecular = radiance * singleScattering;
indirectSpecular += multiScattering * cosineWeightedIrradiance;
vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
#ifdef USE_SHEEN
float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
indirectSpecular *= sheenEnergyComp;
indirectDiffuse *= sheenEnergyComp;
#endif
reflectedLight.indirectSpecular += indirectSpecular;
reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Mx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
float dotNVi = saturate( dot( normal, geometryViewDir ) );
if ( material.iridescenceThickness == 0.0 ) {
material.iridescence = 0.0;
} else {
material.iridescence = saturate( material.iridescence );
}
if ( material.iridescence > 0.0 ) {
vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
}
#endif
#ifdef STANDARD
float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
float EssMs = material.dfg.x + material.dfg.y;
material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
PointLight pointLight;
#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
PointLightShadow pointLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
pointLight = pointLights[ i ];
getPointLightInfo( pointLight, geometryPosition, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
pointLightShadow = pointLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
SpotLight spotLight;
vec4 spotColor;
vec3 spotLightCoord;
bool inSpotLightMap;
#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
spotLight = spotLights[ i ];
getSpotLightInfo( spotLight, geometryPosition, directLight );
#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
#else
#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#endif
#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
#endif
#undef SPOT_LIGHT_MAP_INDEX
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
spotLightShadow = spotLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
SunLight sunLight;
#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
sunLight = sunLights[ i ];
getSunLightInfo( sunLight, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
sunLightShadow = sunLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
DirectionalLight directionalLight;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
directionalLight = directionalLights[ i ];
getDirectionalLightInfo( directionalLight, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
directionalLightShadow = directionalLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
RectAreaLight rectAreaLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
rectAreaLight = rectAreaLights[ i ];
RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
vec3 iblIrradiance = vec3( 0.0 );
vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
#if defined( USE_LIGHT_PROBES )
irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
#endif
#if ( NUM_HEMI_LIGHTS > 0 )
#pragma unroll_loop_start
for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
}
#pragma unroll_loop_end
#endif
#if NUM_LIGHT_PROBE_GRIDS > 0
vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
int probeGrid = - 1;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
}
#pragma unroll_loop_end
#pragma unroll_loop_start
for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
}
#pragma unroll_loop_end
#endif
#endif
#if defined( RE_IndirectSpecular )
vec3 radiance = vec3( 0.0 );
vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,wx=`#if defined( RE_IndirectDiffuse )
#ifdef USE_LIGHTMAP
vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
irradiance += lightMapIrradiance;
#endif
#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
iblIrradiance += getIBLIrradiance( geometryNormal );
#endif
#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
#ifdef USE_ANISOTROPY
vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
#else
vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
#endif
#ifdef USE_RETROREFLECTION
#ifdef USE_ANISOTROPY
vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
#else
vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
#endif
iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
#endif
radiance += iblRadiance;
#ifdef USE_CLEARCOAT
clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
#endif
#endif`,Sx=`#if defined( RE_IndirectDiffuse )
#if defined( LAMBERT ) || defined( PHONG )
irradiance += iblIrradiance;
#endif
RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Ax=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
vec3 spacing = ( probesMax - probesMin ) / probesResolution;
vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
vec3 margin = spacing * 0.01;
return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
vec3 res = probesResolution;
vec3 gridRange = probesMax - probesMin;
vec3 probeSpacing = gridRange / res;
vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
float nz          = res.z;
float paddedSlices = nz + 2.0;
float atlasDepth  = 7.0 * paddedSlices;
float uvZBase     = uvw.z * nz + 1.0;
vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
vec3 c0 = s0.xyz;
vec3 c1 = vec3( s0.w, s1.xy );
vec3 c2 = vec3( s1.zw, s2.x );
vec3 c3 = s2.yzw;
vec3 c4 = s3.xyz;
vec3 c5 = vec3( s3.w, s4.xy );
vec3 c6 = vec3( s4.zw, s5.x );
vec3 c7 = s5.yzw;
vec3 c8 = s6.xyz;
float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
vec3 result = c0 * 0.886227;
result += c1 * 2.0 * 0.511664 * y;
result += c2 * 2.0 * 0.511664 * z;
result += c3 * 2.0 * 0.511664 * x;
result += c4 * 2.0 * 0.429043 * x * y;
result += c5 * 2.0 * 0.429043 * y * z;
result += c6 * ( 0.743125 * z * z - 0.247708 );
result += c7 * 2.0 * 0.429043 * x * z;
result += c8 * 0.429043 * ( x * x - y * y );
return max( result, vec3( 0.0 ) );
}
#endif`,Ex=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Tx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
uniform float logDepthBufFC;
varying float vFragDepth;
varying float vIsPerspective;
#endif`,Cx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
varying float vFragDepth;
varying float vIsPerspective;
#endif`,Rx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
vFragDepth = 1.0 + gl_Position.w;
vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Px=`#ifdef USE_MAP
vec4 sampledDiffuseColor = texture2D( map, vMapUv );
#ifdef DECODE_VIDEO_TEXTURE
sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
#endif
diffuseColor *= sampledDiffuseColor;
#endif`,Ix=`#ifdef USE_MAP
uniform sampler2D map;
#endif`,Lx=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
#if defined( USE_POINTS_UV )
vec2 uv = vUv;
#else
vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
#endif
#endif
#ifdef USE_MAP
diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Dx=`#if defined( USE_POINTS_UV )
varying vec2 vUv;
#else
#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
uniform mat3 uvTransform;
#endif
#endif
#ifdef USE_MAP
uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif`,Nx=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
metalnessFactor *= texelMetalness.b;
#endif`,Ux=`#ifdef USE_METALNESSMAP
uniform sampler2D metalnessMap;
#endif`,Fx=`#ifdef USE_INSTANCING_MORPH
float morphTargetInfluences[ MORPHTARGETS_COUNT ];
float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
}
#endif`,Ox=`#if defined( USE_MORPHCOLORS )
#if defined( USE_COLOR_ALPHA )
vColor *= morphTargetBaseInfluence;
#elif defined( USE_COLOR )
vColor.rgb *= morphTargetBaseInfluence;
#endif
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
#if defined( USE_COLOR_ALPHA )
if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
#elif defined( USE_COLOR )
if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
#endif
}
#endif`,Bx=`#ifdef USE_MORPHNORMALS
objectNormal *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
}
#endif`,kx=`#ifdef USE_MORPHTARGETS
#ifndef USE_INSTANCING_MORPH
uniform float morphTargetBaseInfluence;
uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
#endif
uniform sampler2DArray morphTargetsTexture;
uniform ivec2 morphTargetsTextureSize;
vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
int y = texelIndex / morphTargetsTextureSize.x;
int x = texelIndex - y * morphTargetsTextureSize.x;
ivec3 morphUV = ivec3( x, y, morphTargetIndex );
return texelFetch( morphTargetsTexture, morphUV, 0 );
}
#endif`,zx=`#ifdef USE_MORPHTARGETS
transformed *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
}
#endif`,Vx=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
vec3 fdx = dFdx( vViewPosition );
vec3 fdy = dFdy( vViewPosition );
vec3 normal = normalize( cross( fdx, fdy ) );
#else
vec3 normal = normalize( vNormal );
#ifdef DOUBLE_SIDED
normal *= faceDirection;
#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
#ifdef USE_TANGENT
mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
#else
mat3 tbn = getTangentFrame( - vViewPosition, normal,
#if defined( USE_NORMALMAP )
vNormalMapUv
#elif defined( USE_CLEARCOAT_NORMALMAP )
vClearcoatNormalMapUv
#else
vUv
#endif
);
#endif
#ifdef DOUBLE_SIDED
tbn[0] *= faceDirection;
tbn[1] *= faceDirection;
#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
#ifdef USE_TANGENT
mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
#else
mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
#endif
#ifdef DOUBLE_SIDED
tbn2[0] *= faceDirection;
tbn2[1] *= faceDirection;
#endif
#endif
vec3 nonPerturbedNormal = normal;`,Gx=`#ifdef USE_NORMALMAP_OBJECTSPACE
normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
#ifdef FLIP_SIDED
normal = - normal;
#endif
#ifdef DOUBLE_SIDED
normal = normal * faceDirection;
#endif
normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
#if defined( USE_PACKED_NORMALMAP )
mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
#endif
mapN.xy *= normalScale;
normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Hx=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif`,Wx=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif`,Xx=`#ifndef FLAT_SHADED
vNormal = normalize( transformedNormal );
#ifdef USE_TANGENT
vTangent = normalize( transformedTangent );
vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
#ifdef FLIP_SIDED
vBitangent = - vBitangent;
#endif
#endif
#endif`,qx=`#ifdef USE_NORMALMAP
uniform sampler2D normalMap;
uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
vec3 q0 = dFdx( eye_pos.xyz );
vec3 q1 = dFdy( eye_pos.xyz );
vec2 st0 = dFdx( uv.st );
vec2 st1 = dFdy( uv.st );
vec3 N = surf_norm;
vec3 q1perp = cross( q1, N );
vec3 q0perp = cross( N, q0 );
vec3 T = q1perp * st0.x + q0perp * st1.x;
vec3 B = q1perp * st0.y + q0perp * st1.y;
float det = max( dot( T, T ), dot( B, B ) );
float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
return mat3( T * scale, B * scale, N );
}
#endif`,Yx=`#ifdef USE_CLEARCOAT
vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,$x=`#ifdef USE_CLEARCOAT_NORMALMAP
vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
clearcoatMapN.xy *= clearcoatNormalScale;
clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Zx=`#ifdef USE_CLEARCOATMAP
uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
uniform sampler2D clearcoatNormalMap;
uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
uniform sampler2D clearcoatRoughnessMap;
#endif`,Jx=`#ifdef USE_IRIDESCENCEMAP
uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
uniform sampler2D iridescenceThicknessMap;
#endif`,Kx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,jx=`vec3 packNormalToRGB( const in vec3 normal ) {
return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
if( v <= 0.0 )
return vec4( 0., 0., 0., 0. );
if( v >= 1.0 )
return vec4( 1., 1., 1., 1. );
float vuf;
float af = modf( v * PackFactors.a, vuf );
float bf = modf( vuf * ShiftRight8, vuf );
float gf = modf( vuf * ShiftRight8, vuf );
return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
if( v <= 0.0 )
return vec3( 0., 0., 0. );
if( v >= 1.0 )
return vec3( 1., 1., 1. );
float vuf;
float bf = modf( v * PackFactors.b, vuf );
float gf = modf( vuf * ShiftRight8, vuf );
return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
if( v <= 0.0 )
return vec2( 0., 0. );
if( v >= 1.0 )
return vec2( 1., 1. );
float vuf;
float gf = modf( v * 256., vuf );
return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
#ifdef USE_REVERSED_DEPTH_BUFFER
return depth * ( far - near ) - far;
#else
return depth * ( near - far ) - near;
#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
#ifdef USE_REVERSED_DEPTH_BUFFER
return ( near * far ) / ( ( near - far ) * depth - near );
#else
return ( near * far ) / ( ( far - near ) * depth - far );
#endif
}`,Qx=`#ifdef PREMULTIPLIED_ALPHA
gl_FragColor.rgb *= gl_FragColor.a;
#endif`,e_=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,t_=`#ifdef DITHERING
gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,n_=`#ifdef DITHERING
vec3 dithering( vec3 color ) {
float grid_position = rand( gl_FragCoord.xy );
vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
return color + dither_shift_RGB;
}
#endif`,i_=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
roughnessFactor *= texelRoughness.g;
#endif`,s_=`#ifdef USE_ROUGHNESSMAP
uniform sampler2D roughnessMap;
#endif`,r_=`#if NUM_SPOT_LIGHT_COORDS > 0
varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
#define SUN_LIGHT_CASCADES 2
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
#else
uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
#endif
uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
varying vec4 vSunShadowWorldPosition;
varying vec3 vSunShadowWorldNormal;
struct SunLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
#else
uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
#endif
varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
struct DirectionalLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
#else
uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
#endif
struct SpotLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
#elif defined( SHADOWMAP_TYPE_BASIC )
uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
#endif
varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
struct PointLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
float shadowCameraNear;
float shadowCameraFar;
};
uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
#endif
#if defined( SHADOWMAP_TYPE_PCF )
float interleavedGradientNoise( vec2 position ) {
return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
}
vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
const float goldenAngle = 2.399963229728653;
float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
float theta = float( sampleIndex ) * goldenAngle + phi;
return vec2( cos( theta ), sin( theta ) ) * r;
}
#endif
#if defined( SHADOWMAP_TYPE_PCF )
float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
float shadow = 1.0;
shadowCoord.xyz /= shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -= shadowBias;
#else
shadowCoord.z += shadowBias;
#endif
bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
if ( frustumTest ) {
vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
vec2 radius = shadowRadius * texelSize;
float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
shadow = (
texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
) * 0.2;
}
return mix( 1.0, shadow, shadowIntensity );
}
#elif defined( SHADOWMAP_TYPE_VSM )
float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
float shadow = 1.0;
shadowCoord.xyz /= shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -= shadowBias;
#else
shadowCoord.z += shadowBias;
#endif
bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
if ( frustumTest ) {
vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
float mean = distribution.x;
float variance = distribution.y * distribution.y;
#ifdef USE_REVERSED_DEPTH_BUFFER
float hard_shadow = step( mean, shadowCoord.z );
#else
float hard_shadow = step( shadowCoord.z, mean );
#endif
if ( hard_shadow == 1.0 ) {
shadow = 1.0;
} else {
variance = max( variance, 0.0000001 );
float d = shadowCoord.z - mean;
float p_max = variance / ( variance + d * d );
p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
shadow = max( hard_shadow, p_max );
}
}
return mix( 1.0, shadow, shadowIntensity );
}
#else
float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
float shadow = 1.0;
shadowCoord.xyz /= shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -= shadowBias;
#else
shadowCoord.z += shadowBias;
#endif
bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
if ( frustumTest ) {
float depth = texture2D( shadowMap, shadowCoord.xy ).r;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadow = step( depth, shadowCoord.z );
#else
shadow = step( shadowCoord.z, depth );
#endif
}
return mix( 1.0, shadow, shadowIntensity );
}
#endif
#if NUM_SUN_LIGHT_SHADOWS > 0
float getSunShadow(
#if defined( SHADOWMAP_TYPE_PCF )
sampler2DShadow shadowMap,
#else
sampler2D shadowMap,
#endif
SunLightShadow sunLightShadow,
int shadowIndex
) {
vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
float viewDepth = vSunShadowWorldPosition.w;
int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
float shadow = 1.0;
for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
float cascadeShadow = getShadow(
shadowMap,
sunLightShadow.shadowMapSize,
sunLightShadow.shadowIntensity,
sunLightShadow.shadowBias,
sunLightShadow.shadowRadius,
sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
);
shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
}
}
return shadow;
}
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
float shadow = 1.0;
vec3 lightToPosition = shadowCoord.xyz;
vec3 bd3D = normalize( lightToPosition );
vec3 absVec = abs( lightToPosition );
float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
float lightDistance = length( lightToPosition );
float depthRange = shadowCameraFar - shadowCameraNear;
#ifdef USE_REVERSED_DEPTH_BUFFER
float depthA = - shadowCameraNear / depthRange - shadowBias;
float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
#else
float depthA = shadowCameraFar / depthRange + shadowBias;
float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
#endif
float texelSize = shadowRadius / shadowMapSize.x;
vec3 absDir = abs( bd3D );
vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
tangent = normalize( cross( bd3D, tangent ) );
vec3 bitangent = cross( bd3D, tangent );
float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
shadow = 0.0;
for ( int i = 0; i < 5; i ++ ) {
vec2 offset = vogelDiskSample( i, 5, phi );
vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
vec3 absDirection = abs( direction );
float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
shadow += texture( shadowMap, vec4( direction, dp ) );
}
shadow *= 0.2;
}
return mix( 1.0, shadow, shadowIntensity );
}
#elif defined( SHADOWMAP_TYPE_BASIC )
float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
float shadow = 1.0;
vec3 lightToPosition = shadowCoord.xyz;
vec3 absVec = abs( lightToPosition );
float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
dp += shadowBias;
vec3 bd3D = normalize( lightToPosition );
float depth = textureCube( shadowMap, bd3D ).r;
#ifdef USE_REVERSED_DEPTH_BUFFER
depth = 1.0 - depth;
#endif
shadow = step( dp, depth );
}
return mix( 1.0, shadow, shadowIntensity );
}
#endif
#endif
#endif`,o_=`#if NUM_SPOT_LIGHT_COORDS > 0
uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
varying vec4 vSunShadowWorldPosition;
varying vec3 vSunShadowWorldNormal;
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
struct DirectionalLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
struct SpotLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
struct PointLightShadow {
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
float shadowCameraNear;
float shadowCameraFar;
};
uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
#endif
#endif`,a_=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
#ifdef HAS_NORMAL
vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
#else
vec3 shadowWorldNormal = vec3( 0.0 );
#endif
vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
#if NUM_SUN_LIGHT_SHADOWS > 0
vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
vSunShadowWorldNormal = shadowWorldNormal;
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
#pragma unroll_loop_start
for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
}
#pragma unroll_loop_end
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#pragma unroll_loop_start
for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
}
#pragma unroll_loop_end
#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
shadowWorldPosition = worldPosition;
#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
#endif
vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
}
#pragma unroll_loop_end
#endif`,l_=`float getShadowMask() {
float shadow = 1.0;
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
sunLight = sunLightShadows[ i ];
shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
directionalLight = directionalLightShadows[ i ];
shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
spotLight = spotLightShadows[ i ];
shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
PointLightShadow pointLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
pointLight = pointLightShadows[ i ];
shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
}
#pragma unroll_loop_end
#endif
#endif
return shadow;
}`,c_=`#ifdef USE_SKINNING
mat4 boneMatX = getBoneMatrix( skinIndex.x );
mat4 boneMatY = getBoneMatrix( skinIndex.y );
mat4 boneMatZ = getBoneMatrix( skinIndex.z );
mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,h_=`#ifdef USE_SKINNING
uniform mat4 bindMatrix;
uniform mat4 bindMatrixInverse;
uniform highp sampler2D boneTexture;
mat4 getBoneMatrix( const in float i ) {
int size = textureSize( boneTexture, 0 ).x;
int j = int( i ) * 4;
int x = j % size;
int y = j / size;
vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
return mat4( v1, v2, v3, v4 );
}
#endif`,u_=`#ifdef USE_SKINNING
vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
vec4 skinned = vec4( 0.0 );
skinned += boneMatX * skinVertex * skinWeight.x;
skinned += boneMatY * skinVertex * skinWeight.y;
skinned += boneMatZ * skinVertex * skinWeight.z;
skinned += boneMatW * skinVertex * skinWeight.w;
transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,d_=`#ifdef USE_SKINNING
mat4 skinMatrix = mat4( 0.0 );
skinMatrix += skinWeight.x * boneMatX;
skinMatrix += skinWeight.y * boneMatY;
skinMatrix += skinWeight.z * boneMatZ;
skinMatrix += skinWeight.w * boneMatW;
skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
#ifdef USE_TANGENT
objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
#endif
#endif`,f_=`float specularStrength;
#ifdef USE_SPECULARMAP
vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
specularStrength = texelSpecular.r;
#else
specularStrength = 1.0;
#endif`,p_=`#ifdef USE_SPECULARMAP
uniform sampler2D specularMap;
#endif`,m_=`#if defined( TONE_MAPPING )
gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,g_=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
color *= toneMappingExposure;
return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
color *= toneMappingExposure;
color = max( vec3( 0.0 ), color - 0.004 );
return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
const mat3 ACESInputMat = mat3(
vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
vec3( 0.04823, 0.01566, 0.83777 )
);
const mat3 ACESOutputMat = mat3(
vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
vec3( -0.07367, -0.00605,  1.07602 )
);
color *= toneMappingExposure / 0.6;
color = ACESInputMat * color;
color = RRTAndODTFit( color );
color = ACESOutputMat * color;
return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
vec3( 1.6605, - 0.1246, - 0.0182 ),
vec3( - 0.5876, 1.1329, - 0.1006 ),
vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
vec3( 0.6274, 0.0691, 0.0164 ),
vec3( 0.3293, 0.9195, 0.0880 ),
vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
vec3 x2 = x * x;
vec3 x4 = x2 * x2;
return + 15.5 * x4 * x2
- 40.14 * x4 * x
+ 31.96 * x4
- 6.868 * x2 * x
+ 0.4298 * x2
+ 0.1191 * x
- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
const mat3 AgXInsetMatrix = mat3(
vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
);
const mat3 AgXOutsetMatrix = mat3(
vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
);
const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
color *= toneMappingExposure;
color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
color = AgXInsetMatrix * color;
color = max( color, 1e-10 );	color = log2( color );
color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
color = clamp( color, 0.0, 1.0 );
color = agxDefaultContrastApprox( color );
color = AgXOutsetMatrix * color;
color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
color = clamp( color, 0.0, 1.0 );
return color;
}
vec3 NeutralToneMapping( vec3 color ) {
const float StartCompression = 0.8 - 0.04;
const float Desaturation = 0.15;
color *= toneMappingExposure;
float x = min( color.r, min( color.g, color.b ) );
float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
color -= offset;
float peak = max( color.r, max( color.g, color.b ) );
if ( peak < StartCompression ) return color;
float d = 1. - StartCompression;
float newPeak = 1. - d * d / ( peak + d - StartCompression );
color *= newPeak / peak;
float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,v_=`#ifdef USE_TRANSMISSION
material.transmission = transmission;
material.transmissionAlpha = 1.0;
material.thickness = thickness;
material.attenuationDistance = attenuationDistance;
material.attenuationColor = attenuationColor;
#ifdef USE_TRANSMISSIONMAP
material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
#endif
#ifdef USE_THICKNESSMAP
material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
#endif
vec3 pos = vWorldPosition;
vec3 v = normalize( cameraPosition - pos );
vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
vec4 transmitted = getIBLVolumeRefraction(
n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
material.attenuationColor, material.attenuationDistance );
material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,y_=`#ifdef USE_TRANSMISSION
uniform float transmission;
uniform float thickness;
uniform float attenuationDistance;
uniform vec3 attenuationColor;
#ifdef USE_TRANSMISSIONMAP
uniform sampler2D transmissionMap;
#endif
#ifdef USE_THICKNESSMAP
uniform sampler2D thicknessMap;
#endif
uniform vec2 transmissionSamplerSize;
uniform sampler2D transmissionSamplerMap;
uniform mat4 modelMatrix;
uniform mat4 projectionMatrix;
varying vec3 vWorldPosition;
float w0( float a ) {
return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
}
float w1( float a ) {
return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
}
float w2( float a ){
return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
}
float w3( float a ) {
return ( 1.0 / 6.0 ) * ( a * a * a );
}
float g0( float a ) {
return w0( a ) + w1( a );
}
float g1( float a ) {
return w2( a ) + w3( a );
}
float h0( float a ) {
return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
}
float h1( float a ) {
return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
}
vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
uv = uv * texelSize.zw + 0.5;
vec2 iuv = floor( uv );
vec2 fuv = fract( uv );
float g0x = g0( fuv.x );
float g1x = g1( fuv.x );
float h0x = h0( fuv.x );
float h1x = h1( fuv.x );
float h0y = h0( fuv.y );
float h1y = h1( fuv.y );
vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
}
vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
vec2 fLodSizeInv = 1.0 / fLodSize;
vec2 cLodSizeInv = 1.0 / cLodSize;
vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
return mix( fSample, cSample, fract( lod ) );
}
vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
vec3 modelScale;
modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
return normalize( refractionVector ) * thickness * modelScale;
}
float applyIorToRoughness( const in float roughness, const in float ior ) {
return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
}
vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
}
vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
if ( isinf( attenuationDistance ) ) {
return vec3( 1.0 );
} else {
vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
}
}
vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
const in vec3 attenuationColor, const in float attenuationDistance ) {
vec4 transmittedLight;
vec3 transmittance;
#ifdef USE_DISPERSION
float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
for ( int i = 0; i < 3; i ++ ) {
vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
vec3 refractedRayExit = position + transmissionRay;
vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
vec2 refractionCoords = ndcPos.xy / ndcPos.w;
refractionCoords += 1.0;
refractionCoords /= 2.0;
vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
transmittedLight[ i ] = transmissionSample[ i ];
transmittedLight.a += transmissionSample.a;
transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
}
transmittedLight.a /= 3.0;
#else
vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
vec3 refractedRayExit = position + transmissionRay;
vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
vec2 refractionCoords = ndcPos.xy / ndcPos.w;
refractionCoords += 1.0;
refractionCoords /= 2.0;
transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
#endif
vec3 attenuatedColor = transmittance * transmittedLight.rgb;
vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
}
#endif`,x_=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif`,__=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
uniform mat3 mapTransform;
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
uniform mat3 alphaMapTransform;
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
uniform mat3 lightMapTransform;
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
uniform mat3 aoMapTransform;
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
uniform mat3 bumpMapTransform;
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
uniform mat3 normalMapTransform;
varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
uniform mat3 displacementMapTransform;
varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
uniform mat3 emissiveMapTransform;
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
uniform mat3 metalnessMapTransform;
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
uniform mat3 roughnessMapTransform;
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
uniform mat3 diffuseRoughnessMapTransform;
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
uniform mat3 anisotropyMapTransform;
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
uniform mat3 clearcoatMapTransform;
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
uniform mat3 clearcoatNormalMapTransform;
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
uniform mat3 clearcoatRoughnessMapTransform;
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
uniform mat3 sheenColorMapTransform;
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
uniform mat3 sheenRoughnessMapTransform;
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
uniform mat3 iridescenceMapTransform;
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
uniform mat3 iridescenceThicknessMapTransform;
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
uniform mat3 specularMapTransform;
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
uniform mat3 specularColorMapTransform;
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
uniform mat3 specularIntensityMapTransform;
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif`,b_=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,M_=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
vec4 worldPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
worldPosition = batchingMatrix * worldPosition;
#endif
#ifdef USE_INSTANCING
worldPosition = instanceMatrix * worldPosition;
#endif
worldPosition = modelMatrix * worldPosition;
#endif`,w_=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,S_=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
vec4 texColor = texture2D( t2D, vUv );
#ifdef DECODE_VIDEO_TEXTURE
texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
#endif
texColor.rgb *= backgroundIntensity;
gl_FragColor = texColor;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,A_=`varying vec3 vWorldDirection;
#include <common>
void main() {
vWorldDirection = transformDirection( position, modelMatrix );
#include <begin_vertex>
#include <project_vertex>
gl_Position.z = gl_Position.w;
}`,E_=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
#ifdef ENVMAP_TYPE_PMREM
vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
#else
vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
#endif
texColor.rgb *= backgroundIntensity;
gl_FragColor = texColor;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,T_=`varying vec3 vWorldDirection;
#include <common>
void main() {
vWorldDirection = transformDirection( position, modelMatrix );
#include <begin_vertex>
#include <project_vertex>
gl_Position.z = gl_Position.w;
}`,C_=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
gl_FragColor = texColor;
gl_FragColor.a *= opacity;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,R_=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
#include <uv_vertex>
#include <batching_vertex>
#include <skinbase_vertex>
#include <morphinstance_vertex>
#ifdef USE_DISPLACEMENTMAP
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vHighPrecisionZW = gl_Position.zw;
}`,P_=`#if DEPTH_PACKING == 3200
uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
vec4 diffuseColor = vec4( 1.0 );
#include <clipping_planes_fragment>
#if DEPTH_PACKING == 3200
diffuseColor.a = opacity;
#endif
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <logdepthbuf_fragment>
#ifdef USE_REVERSED_DEPTH_BUFFER
float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
#else
float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
#endif
#if DEPTH_PACKING == 3200
gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
#elif DEPTH_PACKING == 3201
gl_FragColor = packDepthToRGBA( fragCoordZ );
#elif DEPTH_PACKING == 3202
gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
#elif DEPTH_PACKING == 3203
gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
#endif
}`,I_=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <batching_vertex>
#include <skinbase_vertex>
#include <morphinstance_vertex>
#ifdef USE_DISPLACEMENTMAP
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <worldpos_vertex>
#include <clipping_planes_vertex>
vWorldPosition = worldPosition.xyz;
}`,L_=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( 1.0 );
#include <clipping_planes_fragment>
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
float dist = length( vWorldPosition - referencePosition );
dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
dist = saturate( dist );
gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,D_=`varying vec3 vWorldDirection;
#include <common>
void main() {
vWorldDirection = transformDirection( position, modelMatrix );
#include <begin_vertex>
#include <project_vertex>
}`,N_=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
vec3 direction = normalize( vWorldDirection );
vec2 sampleUV = equirectUv( direction );
gl_FragColor = texture2D( tEquirect, sampleUV );
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,U_=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
vLineDistance = scale * lineDistance;
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
}`,F_=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
if ( mod( vLineDistance, totalSize ) > dashSize ) {
discard;
}
vec3 outgoingLight = vec3( 0.0 );
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
outgoingLight = diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,O_=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <envmap_vertex>
#include <fog_vertex>
}`,B_=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
#ifdef USE_LIGHTMAP
vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
#else
reflectedLight.indirectDiffuse += vec3( 1.0 );
#endif
#include <aomap_fragment>
reflectedLight.indirectDiffuse *= diffuseColor.rgb;
vec3 outgoingLight = reflectedLight.indirectDiffuse;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,k_=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,z_=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_lambert_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,V_=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
vViewPosition = - mvPosition.xyz;
}`,G_=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
vec3 viewDir = normalize( vViewPosition );
vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
vec3 y = cross( viewDir, x );
vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
#ifdef USE_MATCAP
vec4 matcapColor = texture2D( matcap, uv );
#else
vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
#endif
vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,H_=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
vViewPosition = - mvPosition.xyz;
#endif
}`,W_=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
#ifdef OPAQUE
gl_FragColor.a = 1.0;
#endif
}`,X_=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,q_=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_phong_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,Y_=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
#ifdef USE_TRANSMISSION
vWorldPosition = worldPosition.xyz;
#endif
}`,$_=`#define STANDARD
#ifdef PHYSICAL
#define IOR
#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
uniform float ior;
#endif
#ifdef USE_SPECULAR
uniform float specularIntensity;
uniform vec3 specularColor;
#ifdef USE_SPECULAR_COLORMAP
uniform sampler2D specularColorMap;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
uniform sampler2D specularIntensityMap;
#endif
#endif
#ifdef USE_CLEARCOAT
uniform float clearcoat;
uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
uniform float diffuseRoughness;
#ifdef USE_DIFFUSE_ROUGHNESSMAP
uniform sampler2D diffuseRoughnessMap;
#endif
#endif
#ifdef USE_DISPERSION
uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
uniform float iridescence;
uniform float iridescenceIOR;
uniform float iridescenceThicknessMinimum;
uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
uniform vec3 sheenColor;
uniform float sheenRoughness;
#ifdef USE_SHEEN_COLORMAP
uniform sampler2D sheenColorMap;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
uniform sampler2D sheenRoughnessMap;
#endif
#endif
#ifdef USE_ANISOTROPY
uniform vec2 anisotropyVector;
#ifdef USE_ANISOTROPYMAP
uniform sampler2D anisotropyMap;
#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <roughnessmap_fragment>
#include <metalnessmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <clearcoat_normal_fragment_begin>
#include <clearcoat_normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_physical_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
#include <transmission_fragment>
vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
#ifdef USE_SHEEN
outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
#endif
#ifdef USE_CLEARCOAT
float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
#endif
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,Z_=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,J_=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_toon_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,K_=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
varying vec2 vUv;
uniform mat3 uvTransform;
#endif
void main() {
#ifdef USE_POINTS_UV
vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
#endif
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <project_vertex>
gl_PointSize = size;
#ifdef USE_SIZEATTENUATION
bool isPerspective = isPerspectiveMatrix( projectionMatrix );
if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
#endif
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <fog_vertex>
}`,j_=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
vec3 outgoingLight = vec3( 0.0 );
#include <logdepthbuf_fragment>
#include <map_particle_fragment>
#include <color_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
outgoingLight = diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,Q_=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,eb=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
#include <logdepthbuf_fragment>
gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,tb=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
vec4 mvPosition = modelViewMatrix[ 3 ];
vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
#ifndef USE_SIZEATTENUATION
bool isPerspective = isPerspectiveMatrix( projectionMatrix );
if ( isPerspective ) scale *= - mvPosition.z;
#endif
vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
vec2 rotatedPosition;
rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
mvPosition.xy += rotatedPosition;
gl_Position = projectionMatrix * mvPosition;
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
}`,nb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
vec3 outgoingLight = vec3( 0.0 );
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
outgoingLight = diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
}`,ct={alphahash_fragment:Sy,alphahash_pars_fragment:Ay,alphamap_fragment:Ey,alphamap_pars_fragment:Ty,alphatest_fragment:Cy,alphatest_pars_fragment:Ry,aomap_fragment:Py,aomap_pars_fragment:Iy,batching_pars_vertex:Ly,batching_vertex:Dy,begin_vertex:Ny,beginnormal_vertex:Uy,bsdfs:Fy,iridescence_fragment:Oy,bumpmap_pars_fragment:By,clipping_planes_fragment:ky,clipping_planes_pars_fragment:zy,clipping_planes_pars_vertex:Vy,clipping_planes_vertex:Gy,color_fragment:Hy,color_pars_fragment:Wy,color_pars_vertex:Xy,color_vertex:qy,common:Yy,defaultnormal_vertex:$y,displacementmap_pars_vertex:Zy,displacementmap_vertex:Jy,emissivemap_fragment:Ky,emissivemap_pars_fragment:jy,colorspace_fragment:Qy,colorspace_pars_fragment:ex,envmap_fragment:tx,envmap_common_pars_fragment:nx,envmap_pars_fragment:ix,envmap_pars_vertex:sx,envmap_physical_pars_fragment:mx,envmap_vertex:rx,fog_vertex:ox,fog_pars_vertex:ax,fog_fragment:lx,fog_pars_fragment:cx,gradientmap_pars_fragment:hx,lightmap_pars_fragment:ux,lights_lambert_fragment:dx,lights_lambert_pars_fragment:fx,lights_pars_begin:px,lights_toon_fragment:gx,lights_toon_pars_fragment:vx,lights_phong_fragment:yx,lights_phong_pars_fragment:xx,lights_physical_fragment:_x,lights_physical_pars_fragment:bx,lights_fragment_begin:Mx,lights_fragment_maps:wx,lights_fragment_end:Sx,lightprobes_pars_fragment:Ax,logdepthbuf_fragment:Ex,logdepthbuf_pars_fragment:Tx,logdepthbuf_pars_vertex:Cx,logdepthbuf_vertex:Rx,map_fragment:Px,map_pars_fragment:Ix,map_particle_fragment:Lx,map_particle_pars_fragment:Dx,metalnessmap_fragment:Nx,metalnessmap_pars_fragment:Ux,morphinstance_vertex:Fx,morphcolor_vertex:Ox,morphnormal_vertex:Bx,morphtarget_pars_vertex:kx,morphtarget_vertex:zx,normal_fragment_begin:Vx,normal_fragment_maps:Gx,normal_pars_fragment:Hx,normal_pars_vertex:Wx,normal_vertex:Xx,normalmap_pars_fragment:qx,clearcoat_normal_fragment_begin:Yx,clearcoat_normal_fragment_maps:$x,clearcoat_pars_fragment:Zx,iridescence_pars_fragment:Jx,opaque_fragment:Kx,packing:jx,premultiplied_alpha_fragment:Qx,project_vertex:e_,dithering_fragment:t_,dithering_pars_fragment:n_,roughnessmap_fragment:i_,roughnessmap_pars_fragment:s_,shadowmap_pars_fragment:r_,shadowmap_pars_vertex:o_,shadowmap_vertex:a_,shadowmask_pars_fragment:l_,skinbase_vertex:c_,skinning_pars_vertex:h_,skinning_vertex:u_,skinnormal_vertex:d_,specularmap_fragment:f_,specularmap_pars_fragment:p_,tonemapping_fragment:m_,tonemapping_pars_fragment:g_,transmission_fragment:v_,transmission_pars_fragment:y_,uv_pars_fragment:x_,uv_pars_vertex:__,uv_vertex:b_,worldpos_vertex:M_,background_vert:w_,background_frag:S_,backgroundCube_vert:A_,backgroundCube_frag:E_,cube_vert:T_,cube_frag:C_,depth_vert:R_,depth_frag:P_,distance_vert:I_,distance_frag:L_,equirect_vert:D_,equirect_frag:N_,linedashed_vert:U_,linedashed_frag:F_,meshbasic_vert:O_,meshbasic_frag:B_,meshlambert_vert:k_,meshlambert_frag:z_,meshmatcap_vert:V_,meshmatcap_frag:G_,meshnormal_vert:H_,meshnormal_frag:W_,meshphong_vert:X_,meshphong_frag:q_,meshphysical_vert:Y_,meshphysical_frag:$_,meshtoon_vert:Z_,meshtoon_frag:J_,points_vert:K_,points_frag:j_,shadow_vert:Q_,shadow_frag:eb,sprite_vert:tb,sprite_frag:nb},De={common:{diffuse:{value:new Le(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new tt}},envmap:{envMap:{value:null},envMapRotation:{value:new tt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new tt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new tt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new tt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new tt},normalScale:{value:new it(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new tt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new tt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new tt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new tt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Le(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Le(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0},uvTransform:{value:new tt}},sprite:{diffuse:{value:new Le(16777215)},opacity:{value:1},center:{value:new it(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}}},ss={basic:{uniforms:Vn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.fog]),vertexShader:ct.meshbasic_vert,fragmentShader:ct.meshbasic_frag},lambert:{uniforms:Vn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.fog,De.lights,{emissive:{value:new Le(0)},envMapIntensity:{value:1}}]),vertexShader:ct.meshlambert_vert,fragmentShader:ct.meshlambert_frag},phong:{uniforms:Vn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.fog,De.lights,{emissive:{value:new Le(0)},specular:{value:new Le(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ct.meshphong_vert,fragmentShader:ct.meshphong_frag},standard:{uniforms:Vn([De.common,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.roughnessmap,De.metalnessmap,De.fog,De.lights,{emissive:{value:new Le(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag},toon:{uniforms:Vn([De.common,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.gradientmap,De.fog,De.lights,{emissive:{value:new Le(0)}}]),vertexShader:ct.meshtoon_vert,fragmentShader:ct.meshtoon_frag},matcap:{uniforms:Vn([De.common,De.bumpmap,De.normalmap,De.displacementmap,De.fog,{matcap:{value:null}}]),vertexShader:ct.meshmatcap_vert,fragmentShader:ct.meshmatcap_frag},points:{uniforms:Vn([De.points,De.fog]),vertexShader:ct.points_vert,fragmentShader:ct.points_frag},dashed:{uniforms:Vn([De.common,De.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ct.linedashed_vert,fragmentShader:ct.linedashed_frag},depth:{uniforms:Vn([De.common,De.displacementmap]),vertexShader:ct.depth_vert,fragmentShader:ct.depth_frag},normal:{uniforms:Vn([De.common,De.bumpmap,De.normalmap,De.displacementmap,{opacity:{value:1}}]),vertexShader:ct.meshnormal_vert,fragmentShader:ct.meshnormal_frag},sprite:{uniforms:Vn([De.sprite,De.fog]),vertexShader:ct.sprite_vert,fragmentShader:ct.sprite_frag},background:{uniforms:{uvTransform:{value:new tt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ct.background_vert,fragmentShader:ct.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new tt}},vertexShader:ct.backgroundCube_vert,fragmentShader:ct.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ct.cube_vert,fragmentShader:ct.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ct.equirect_vert,fragmentShader:ct.equirect_frag},distance:{uniforms:Vn([De.common,De.displacementmap,{referencePosition:{value:new U},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ct.distance_vert,fragmentShader:ct.distance_frag},shadow:{uniforms:Vn([De.lights,De.fog,{color:{value:new Le(0)},opacity:{value:1}}]),vertexShader:ct.shadow_vert,fragmentShader:ct.shadow_frag}};ss.physical={uniforms:Vn([ss.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new tt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new tt},clearcoatNormalScale:{value:new it(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new tt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new tt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new tt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new tt},sheen:{value:0},sheenColor:{value:new Le(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new tt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new tt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new tt},transmissionSamplerSize:{value:new it},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new tt},attenuationDistance:{value:0},attenuationColor:{value:new Le(0)},specularColor:{value:new Le(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new tt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new tt},anisotropyVector:{value:new it},anisotropyMap:{value:null},anisotropyMapTransform:{value:new tt}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag};var Jc={r:0,b:0,g:0},ib=new We,Bm=new tt;Bm.set(-1,0,0,0,1,0,0,0,1);function sb(s,e,t,n,i,r){let o=new Le(0),a=i===!0?0:1,l,c,h=null,u=0,d=null;function f(x){let T=x.isScene===!0?x.background:null;if(T&&T.isTexture){let b=x.backgroundBlurriness>0;T=e.get(T,b)}return T}function p(x){let T=!1,b=f(x);b===null?g(o,a):b&&b.isColor&&(g(b,1),T=!0);let C=s.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(s.autoClear||T)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function v(x,T){let b=f(T);b&&b.isCubeTexture?(c===void 0&&(c=new Bt(new Ui(1,1,1),new kn({name:"BackgroundCubeMaterial",uniforms:_r(ss.backgroundCube.uniforms),vertexShader:ss.backgroundCube.vertexShader,fragmentShader:ss.backgroundCube.fragmentShader,side:Jn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=b,c.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(ib.makeRotationFromEuler(T.backgroundRotation)).transpose(),b.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Bm),c.material.toneMapped=yt.getTransfer(b.colorSpace)!==Rt,(h!==b||u!==b.version||d!==s.toneMapping)&&(c.material.needsUpdate=!0,h=b,u=b.version,d=s.toneMapping),c.layers.enableAll(),x.unshift(c,c.geometry,c.material,0,0,null)):b&&b.isTexture&&(l===void 0&&(l=new Bt(new _s(2,2),new kn({name:"BackgroundMaterial",uniforms:_r(ss.background.uniforms),vertexShader:ss.background.vertexShader,fragmentShader:ss.background.fragmentShader,side:Ys,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=b,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=yt.getTransfer(b.colorSpace)!==Rt,b.matrixAutoUpdate===!0&&b.updateMatrix(),l.material.uniforms.uvTransform.value.copy(b.matrix),(h!==b||u!==b.version||d!==s.toneMapping)&&(l.material.needsUpdate=!0,h=b,u=b.version,d=s.toneMapping),l.layers.enableAll(),x.unshift(l,l.geometry,l.material,0,0,null))}function g(x,T){x.getRGB(Jc,pd(s)),t.buffers.color.setClear(Jc.r,Jc.g,Jc.b,T,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(x,T=1){o.set(x),a=T,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(x){a=x,g(o,a)},render:p,addToRenderList:v,dispose:m}}function rb(s,e){let t=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(L,k,V,D,H){let Y=!1,W=u(L,D,V,k);r!==W&&(r=W,c(r.object)),Y=f(L,D,V,H),Y&&p(L,D,V,H),H!==null&&e.update(H,s.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,b(L,k,V,D),H!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return s.createVertexArray()}function c(L){return s.bindVertexArray(L)}function h(L){return s.deleteVertexArray(L)}function u(L,k,V,D){let H=D.wireframe===!0,Y=n[k.id];Y===void 0&&(Y={},n[k.id]=Y);let W=L.isInstancedMesh===!0?L.id:0,ce=Y[W];ce===void 0&&(ce={},Y[W]=ce);let J=ce[V.id];J===void 0&&(J={},ce[V.id]=J);let j=J[H];return j===void 0&&(j=d(l()),J[H]=j),j}function d(L){let k=[],V=[],D=[];for(let H=0;H<t;H++)k[H]=0,V[H]=0,D[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:k,enabledAttributes:V,attributeDivisors:D,object:L,attributes:{},index:null}}function f(L,k,V,D){let H=r.attributes,Y=k.attributes,W=0,ce=V.getAttributes();for(let J in ce)if(ce[J].location>=0){let se=H[J],de=Y[J];if(de===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(de=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(de=L.instanceColor)),se===void 0||se.attribute!==de||de&&se.data!==de.data)return!0;W++}return r.attributesNum!==W||r.index!==D}function p(L,k,V,D){let H={},Y=k.attributes,W=0,ce=V.getAttributes();for(let J in ce)if(ce[J].location>=0){let se=Y[J];se===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(se=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(se=L.instanceColor));let de={};de.attribute=se,se&&se.data&&(de.data=se.data),H[J]=de,W++}r.attributes=H,r.attributesNum=W,r.index=D}function v(){let L=r.newAttributes;for(let k=0,V=L.length;k<V;k++)L[k]=0}function g(L){m(L,0)}function m(L,k){let V=r.newAttributes,D=r.enabledAttributes,H=r.attributeDivisors;V[L]=1,D[L]===0&&(s.enableVertexAttribArray(L),D[L]=1),H[L]!==k&&(s.vertexAttribDivisor(L,k),H[L]=k)}function x(){let L=r.newAttributes,k=r.enabledAttributes;for(let V=0,D=k.length;V<D;V++)k[V]!==L[V]&&(s.disableVertexAttribArray(V),k[V]=0)}function T(L,k,V,D,H,Y,W){W===!0?s.vertexAttribIPointer(L,k,V,H,Y):s.vertexAttribPointer(L,k,V,D,H,Y)}function b(L,k,V,D){v();let H=D.attributes,Y=V.getAttributes(),W=k.defaultAttributeValues;for(let ce in Y){let J=Y[ce];if(J.location>=0){let j=H[ce];if(j===void 0&&(ce==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),ce==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let se=j.normalized,de=j.itemSize,ue=e.get(j);if(ue===void 0)continue;let Q=ue.buffer,me=ue.type,ye=ue.bytesPerElement,Te=me===s.INT||me===s.UNSIGNED_INT||j.gpuType===fc;if(j.isInterleavedBufferAttribute){let Me=j.data,Xe=Me.isInterleavedBuffer===!0?Me.stride:Me.itemSize,at=j.offset;if(Me.isInstancedInterleavedBuffer||Me.isInstancedBufferAttribute){for(let Ge=0;Ge<J.locationSize;Ge++)m(J.location+Ge,Me.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=Me.meshPerAttribute*Me.count)}else for(let Ge=0;Ge<J.locationSize;Ge++)g(J.location+Ge);s.bindBuffer(s.ARRAY_BUFFER,Q);for(let Ge=0;Ge<J.locationSize;Ge++)T(J.location+Ge,de/J.locationSize,me,se,Xe*ye,(at+de/J.locationSize*Ge)*ye,Te)}else{if(j.isInstancedBufferAttribute){for(let Me=0;Me<J.locationSize;Me++)m(J.location+Me,j.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let Me=0;Me<J.locationSize;Me++)g(J.location+Me);s.bindBuffer(s.ARRAY_BUFFER,Q);for(let Me=0;Me<J.locationSize;Me++)T(J.location+Me,de/J.locationSize,me,se,de*ye,de/J.locationSize*Me*ye,Te)}}else if(W!==void 0){let se=W[ce];if(se!==void 0)switch(se.length){case 2:s.vertexAttrib2fv(J.location,se);break;case 3:s.vertexAttrib3fv(J.location,se);break;case 4:s.vertexAttrib4fv(J.location,se);break;default:s.vertexAttrib1fv(J.location,se)}}}}x()}function C(){F();for(let L in n){let k=n[L];for(let V in k){let D=k[V];for(let H in D){let Y=D[H];for(let W in Y)h(Y[W].object),delete Y[W];delete D[H]}}delete n[L]}}function A(L){if(n[L.id]===void 0)return;let k=n[L.id];for(let V in k){let D=k[V];for(let H in D){let Y=D[H];for(let W in Y)h(Y[W].object),delete Y[W];delete D[H]}}delete n[L.id]}function y(L){for(let k in n){let V=n[k];for(let D in V){let H=V[D];if(H[L.id]===void 0)continue;let Y=H[L.id];for(let W in Y)h(Y[W].object),delete Y[W];delete H[L.id]}}}function E(L){for(let k in n){let V=n[k],D=L.isInstancedMesh===!0?L.id:0,H=V[D];if(H!==void 0){for(let Y in H){let W=H[Y];for(let ce in W)h(W[ce].object),delete W[ce];delete H[Y]}delete V[D],Object.keys(V).length===0&&delete n[k]}}}function F(){I(),o=!0,r!==i&&(r=i,c(r.object))}function I(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:F,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:E,releaseStatesOfProgram:y,initAttributes:v,enableAttribute:g,disableUnusedAttributes:x}}function ob(s,e,t){let n;function i(l){n=l}function r(l,c){s.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(s.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function ab(s,e,t,n){let i;function r(){if(i!==void 0)return i;if(e.has("EXT_texture_filter_anisotropic")===!0){let y=e.get("EXT_texture_filter_anisotropic");i=s.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(y){return!(y!==zn&&n.convert(y)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(y){let E=y===Bi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(y!==ni&&y!==jn&&!E&&n.convert(y)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE))}function l(y){if(y==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(Je("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&Je("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&Je("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),p=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=s.getParameter(s.MAX_TEXTURE_SIZE),g=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),m=s.getParameter(s.MAX_VERTEX_ATTRIBS),x=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),T=s.getParameter(s.MAX_VARYING_VECTORS),b=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),C=s.getParameter(s.MAX_SAMPLES),A=s.getParameter(s.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:v,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:x,maxVaryings:T,maxFragmentUniforms:b,maxSamples:C,samples:A}}function lb(s){let e=this,t=null,n=0,i=!1,r=!1,o=new Di,a=new tt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,v=u.clipIntersection,g=u.clipShadows,m=s.get(u);if(!i||p===null||p.length===0||r&&!g)r?h(null):c();else{let x=r?0:n,T=x*4,b=m.clippingState||null;l.value=b,b=h(p,d,T,f);for(let C=0;C!==T;++C)b[C]=t[C];m.clippingState=b,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=x}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let v=u!==null?u.length:0,g=null;if(v!==0){if(g=l.value,p!==!0||g===null){let m=f+v*4,x=d.matrixWorldInverse;a.getNormalMatrix(x),(g===null||g.length<m)&&(g=new Float32Array(m));for(let T=0,b=f;T!==v;++T,b+=4)o.copy(u[T]).applyMatrix4(x,a),o.normal.toArray(g,b),g[b+3]=o.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=v,e.numIntersection=0,g}}var Da=class extends ci{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},i=[n,n,n,n,n,n];this.texture=new aa(i),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`
varying vec3 vWorldDirection;
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
void main() {
vWorldDirection = transformDirection( position, modelMatrix );
#include <begin_vertex>
#include <project_vertex>
}
`,fragmentShader:`
uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
vec3 direction = normalize( vWorldDirection );
vec2 sampleUV = equirectUv( direction );
gl_FragColor = texture2D( tEquirect, sampleUV );
}
`},i=new Ui(5,5,5),r=new kn({name:"CubemapFromEquirect",uniforms:_r(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Jn,blending:mr});r.uniforms.tEquirect.value=t;let o=new Bt(i,r),a=t.minFilter;return t.minFilter===Fi&&(t.minFilter=xn),new co(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,i=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,i);e.setRenderTarget(r)}},gm=256,cb=3,hb=20,km=256,zm=16,ub=3,db=new U,fb=new Le,jc=class s{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new co(1,10,null),this._boxMesh=new Bt(new Ui(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,i=100,r={}){let{size:o=256,position:a=db}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,v=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&(e.background=l.getClearColor(fb));let g=new co(n,i,h);return g.position.copy(a),g.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=v,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=xm(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ym(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(gm,um(e))}_fromTexture(e,t){e.mapping===vr||e.mapping===fo?this._setSize(e.image.length===0?gm:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=vm(e,!1,!1),n=Math.log2(e)-cb;for(let i=0;i<=n;i++)t.texture.mipmaps.push({width:e>>i,height:e>>i});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=vm(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let i=this._boxMesh,r=this._cubeCamera;i.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,i),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===vr||e.mapping===fo?(this._cubemapMaterial===null&&(this._cubemapMaterial=xm()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=ym()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=pb(),this._integrationMaterial=mb());let t=this._cubeSize,n=e.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/zm);for(let o=0;o<=n;o++){let a=s.lodToRoughness(o,n);if(o>n-ub)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(km*Math.pow(a,4)))+.5:0;i.roughness.value=a,i.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=gb());let n=this._blurMaterial,i=n.uniforms,r=this._sourceTarget;i.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,i.envMap.value=r.texture,this._renderCube(e,0,n),i.envMap.value=e.texture,this._renderCube(r,0,n)}};function vm(s,e,t){return new Da(s,{minFilter:Fi,generateMipmaps:e,type:Bi,colorSpace:Jo,depthBuffer:t})}function Na(s,e,t){return new kn({name:s,uniforms:e,vertexShader:ct.cube_vert,fragmentShader:t,side:Jn,blending:mr,depthTest:!1,depthWrite:!1})}function pb(){return Na("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`
#define GGX_SAMPLES ${km}u
varying vec3 vWorldDirection;
uniform samplerCube envMap;
uniform float roughness;
uniform float lodBias;
#include <common>
// Van der Corput radical inverse
float radicalInverse_VdC( uint bits ) {
bits = ( bits << 16u ) | ( bits >> 16u );
bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
return float( bits ) * 2.3283064365386963e-10; // / 0x100000000
}
// Hammersley sequence
vec2 hammersley( uint i, uint N ) {
return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );
}
void main() {
vec3 N = normalize( vWorldDirection );
// For very low roughness, just sample the environment directly
if ( roughness < 0.001 ) {
gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
return;
}
float alpha = roughness * roughness;
float alpha2 = alpha * alpha;
// Tangent space basis for VNDF sampling
vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
vec3 tangent = normalize( cross( up, N ) );
vec3 bitangent = cross( N, tangent );
vec3 prefilteredColor = vec3( 0.0 );
float totalWeight = 0.0;
for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {
vec2 Xi = hammersley( i, GGX_SAMPLES );
// With V = N, sample the reflected direction directly.
float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;
if ( NdotL > 0.0 ) {
float phi = 2.0 * PI * Xi.y;
float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;
// Match the source mip to the sample's solid angle. The terms
// independent of the sample are precomputed in lodBias.
float d = alpha2 * invQ;
float lod = max( log2( d ) + lodBias, 0.0 );
// Weight by NdotL for the split-sum approximation
prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
totalWeight += NdotL;
}
}
gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );
}
`)}function mb(){return Na("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:zm}},`
varying vec3 vWorldDirection;
uniform samplerCube envMap;
uniform float roughness;
uniform float sourceLod;
uniform int sourceSize;
void main() {
vec3 N = normalize( vWorldDirection );
float alpha = roughness * roughness;
float alpha2 = alpha * alpha;
float texelSize = 2.0 / float( sourceSize );
vec3 prefilteredColor = vec3( 0.0 );
float totalWeight = 0.0;
// Pair opposite texels: only the one in N's hemisphere contributes.
for ( int face = 0; face < 3; face ++ ) {
for ( int y = 0; y < sourceSize; y ++ ) {
for ( int x = 0; x < sourceSize; x ++ ) {
vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );
float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
float NdotL = dot( N, texelDirection );
texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
NdotL = abs( NdotL ) * invDistance;
// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
// in the GGX distribution and texel solid angle cancel when normalized.
float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );
prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
totalWeight += weight;
}
}
}
gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );
}
`)}function gb(){return Na("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`
#define SAMPLES ${hb}
#define GOLDEN_ANGLE 2.39996322973
varying vec3 vWorldDirection;
uniform samplerCube envMap;
uniform float sigma;
#include <common>
void main() {
vec3 outputDirection = normalize( vWorldDirection );
vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
vec3 tangent = normalize( cross( up, outputDirection ) );
vec3 bitangent = cross( outputDirection, tangent );
// Truncate the kernel at three standard deviations or at the antipode.
float thetaMax = min( 3.0 * sigma, PI );
float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );
vec3 accumColor = vec3( 0.0 );
float accumWeight = 0.0;
for ( int i = 0; i < SAMPLES; i ++ ) {
// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
float phi = float( i ) * GOLDEN_ANGLE;
vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;
// Correct the planar sample density to solid angle.
float weight = sin( theta ) / theta;
accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
accumWeight += weight;
}
gl_FragColor = vec4( accumColor / accumWeight, 1.0 );
}
`)}function ym(){return Na("PMREMEquirectangularToCubemap",{envMap:{value:null}},`
varying vec3 vWorldDirection;
uniform sampler2D envMap;
#include <common>
void main() {
// Average four subpixel samples to preserve small, bright features.
vec3 direction = normalize( vWorldDirection );
vec3 dx = dFdx( direction ) * 0.25;
vec3 dy = dFdy( direction ) * 0.25;
vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
gl_FragColor = vec4( color * 0.25, 1.0 );
}
`)}function xm(){return Na("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`
varying vec3 vWorldDirection;
uniform samplerCube envMap;
uniform float flipEnvMap;
void main() {
gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );
}
`)}function vb(s){let e=new WeakMap,t=new WeakMap,n=null;function i(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===hc||f===uc)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let v=new Da(p.height);return v.fromEquirectangularTexture(s,d),e.set(d,v),d.addEventListener("dispose",c),a(v.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===hc||f===uc,v=f===vr||f===fo;if(p||v){let g=t.get(d),m=g!==void 0?g.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==m)return n===null&&(n=new jc(s)),g=p?n.fromEquirectangular(d,g):n.fromCubemap(d,g),g.texture.pmremVersion=d.pmremVersion,t.set(d,g),g.texture;if(g!==void 0)return g.texture;{let x=d.image;return p&&x&&x.height>0||v&&x&&l(x)?(n===null&&(n=new jc(s)),g=p?n.fromEquirectangular(d):n.fromCubemap(d),g.texture.pmremVersion=d.pmremVersion,t.set(d,g),d.addEventListener("dispose",h),g.texture):null}}}return d}function a(d,f){return f===hc?d.mapping=vr:f===uc&&(d.mapping=fo),d}function l(d){let f=0,p=6;for(let v=0;v<p;v++)d[v]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:i,dispose:u}}function yb(s){let e={};function t(n){if(e[n]!==void 0)return e[n];let i=s.getExtension(n);return e[n]=i,i}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let i=t(n);return i===null&&$o("WebGLRenderer: "+n+" extension not supported."),i}}}function xb(s,e,t,n){let i={},r=new WeakMap,o=new FinalizationRegistry(p=>delete i[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let g in p.attributes)e.remove(p.attributes[g]);p.removeEventListener("dispose",a),delete i[p.id],o.unregister(p);let v=r.get(p);v&&(e.remove(v),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,v){return i[v.id]!==void 0||(v.addEventListener("dispose",a),i[v.id]=new WeakRef(v),o.register(v,v.id,v),t.memory.geometries++),v}function h(p){let v=p.attributes;for(let g in v)e.update(v[g],s.ARRAY_BUFFER)}function u(p){let v=p.index,g=p.attributes.position,m=0;if(g===void 0)return;let x=v!==null?v.array.length:g.array.length/3-1,T=g.count>=65535?na:ta,b=new T(Math.ceil(x/3)*6,1),C=b.array;if(v!==null){let y=v.array;m=v.version;for(let E=0,F=0;E<x;E+=3){let I=y[E+0],L=y[E+1],k=y[E+2];C[F++]=I,C[F++]=L,C[F++]=L,C[F++]=k,C[F++]=k,C[F++]=I}}else{m=g.version;for(let y=0,E=0;y<x;y+=3){let F=y+0,I=y+1,L=y+2;C[E++]=F,C[E++]=I,C[E++]=I,C[E++]=L,C[E++]=L,C[E++]=F}}b.version=m;let A=r.get(p);A&&e.remove(A),r.set(p,b)}function d(p){let v=r.get(p);if(v){let g=p.index;g!==null&&v.version<g.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in i){let v=i[p].deref();v!==void 0&&l(v)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function _b(s,e,t){let n;function i(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){s.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(s.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let v=0;for(let g=0;g<f;g++)v+=d[g];t.update(v,n,1)}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function bb(s){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case s.TRIANGLES:t.triangles+=a*(r/3);break;case s.LINES:t.lines+=a*(r/2);break;case s.LINE_STRIP:t.lines+=a*(r-1);break;case s.LINE_LOOP:t.lines+=a*r;break;case s.POINTS:t.points+=a*r;break;default:et("WebGLInfo: Unknown draw mode:",o);break}}function i(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:i,update:n}}function Mb(s,e,t){let n=new WeakMap,i=new Kt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){y.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],x=a.morphAttributes.color||[],T=0;f===!0&&(T=1),p===!0&&(T=2),v===!0&&(T=3);let b=a.attributes.position.count*T,C=1;b>e.maxTextureSize&&(C=Math.ceil(b/e.maxTextureSize),b=e.maxTextureSize);let A=new Float32Array(b*C*4*u),y=new Qo(A,b,C,u);y.type=jn,y.needsUpdate=!0;let E=T*4;for(let I=0;I<u;I++){let L=g[I],k=m[I],V=x[I],D=b*C*4*I;for(let H=0;H<L.count;H++){let Y=H*E;f===!0&&(i.fromBufferAttribute(L,H),A[D+Y+0]=i.x,A[D+Y+1]=i.y,A[D+Y+2]=i.z,A[D+Y+3]=0),p===!0&&(i.fromBufferAttribute(k,H),A[D+Y+4]=i.x,A[D+Y+5]=i.y,A[D+Y+6]=i.z,A[D+Y+7]=0),v===!0&&(i.fromBufferAttribute(V,H),A[D+Y+8]=i.x,A[D+Y+9]=i.y,A[D+Y+10]=i.z,A[D+Y+11]=V.itemSize===4?i.w:1)}}d={count:u,texture:y,size:new it(b,C)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,t);else{let f=0;for(let v=0;v<c.length;v++)f+=c[v];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",p),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function wb(s,e,t,n,i){let r=new WeakMap;function o(c){let h=i.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,s.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,s.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var Sb={[Zu]:"LINEAR_TONE_MAPPING",[Ju]:"REINHARD_TONE_MAPPING",[Ku]:"CINEON_TONE_MAPPING",[ju]:"ACES_FILMIC_TONE_MAPPING",[ed]:"AGX_TONE_MAPPING",[td]:"NEUTRAL_TONE_MAPPING",[Qu]:"CUSTOM_TONE_MAPPING"};function Ab(s,e,t,n,i,r){let o=new ci(e,t,{type:s,depthBuffer:i,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new At;h.setAttribute("position",new wt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new wt([0,2,0,0,2,0],2));let u=new Gs({uniforms:{tDiffuse:{value:null}},vertexShader:`
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
attribute vec3 position;
attribute vec2 uv;
varying vec2 vUv;
void main() {
vUv = uv;
gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,fragmentShader:`
precision highp float;
uniform sampler2D tDiffuse;
varying vec2 vUv;
#include <tonemapping_pars_fragment>
#include <colorspace_pars_fragment>
void main() {
gl_FragColor = texture2D( tDiffuse, vUv );
#ifdef LINEAR_TONE_MAPPING
gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
#elif defined( REINHARD_TONE_MAPPING )
gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
#elif defined( CINEON_TONE_MAPPING )
gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
#elif defined( ACES_FILMIC_TONE_MAPPING )
gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
#elif defined( AGX_TONE_MAPPING )
gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
#elif defined( NEUTRAL_TONE_MAPPING )
gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
#elif defined( CUSTOM_TONE_MAPPING )
gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
#endif
#ifdef SRGB_TRANSFER
gl_FragColor = sRGBTransferOETF( gl_FragColor );
#endif
}`,depthTest:!1,depthWrite:!1}),d=new Bt(h,u),f=new ma(-1,1,1,-1,0,1),p=null,v=null,g=!1,m,x=null,T=[],b=!1;this.setSize=function(C,A){o.setSize(C,A),a!==null&&a.setSize(C,A),l!==null&&l.setSize(C,A);for(let y=0;y<T.length;y++){let E=T[y];E.setSize&&E.setSize(C,A)}},this.setEffects=function(C){T=C,b=T.length>0&&T[0].isRenderPass===!0;let A=o.width,y=o.height;T.length>0&&a===null&&(a=new ci(A,y,{type:Bi,depthBuffer:!1,stencilBuffer:!1}),l=new ci(A,y,{type:Bi,depthBuffer:!1,stencilBuffer:!1}));let E=i===!0&&T.some(F=>F.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new xs(A,y),r===!0&&(c.format=Ms,c.type=yr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let F=0;F<T.length;F++){let I=T[F];I.setSize&&I.setSize(A,y),E&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(C,A){if(g||C.toneMapping===ns&&T.length===0)return!1;if(x=A,A!==null){let y=A.width,E=A.height;(o.width!==y||o.height!==E)&&this.setSize(y,E)}return b===!1&&C.setRenderTarget(o),m=C.toneMapping,C.toneMapping=ns,!0},this.hasRenderPass=function(){return b},this.end=function(C,A){C.toneMapping=m,g=!0;let y=o,E=a;for(let F=0;F<T.length;F++){let I=T[F];I.enabled!==!1&&(I.render(C,E,y,A),I.needsSwap!==!1&&(y=E,E=E===a?l:a))}if(p!==C.outputColorSpace||v!==C.toneMapping){p=C.outputColorSpace,v=C.toneMapping,u.defines={},yt.getTransfer(p)===Rt&&(u.defines.SRGB_TRANSFER="");let F=Sb[v];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=y.texture,C.setRenderTarget(x),C.render(d,f),x=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Vm=new Zn,Gm=new xs(1,1),Hm=new la(1),Wm=new Qo,Xm=new Wl,qm=new aa,_m=[],bm=[],Mm=new Float32Array(16),wm=new Float32Array(9),Sm=new Float32Array(4);function go(s,e,t){let n=s[0];if(n<=0||n>0)return s;let i=e*t,r=_m[i];if(r===void 0&&(r=new Float32Array(i),_m[i]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,s[o].toArray(r,a)}return r}function bn(s,e){if(s.length!==e.length)return!1;for(let t=0,n=s.length;t<n;t++)if(s[t]!==e[t])return!1;return!0}function Mn(s,e){for(let t=0,n=e.length;t<n;t++)s[t]=e[t]}function eh(s,e){let t=bm[e];t===void 0&&(t=new Int32Array(e),bm[e]=t);for(let n=0;n!==e;++n)t[n]=s.allocateTextureUnit();return t}function Eb(s,e){let t=this.cache;t[0]!==e&&(s.uniform1f(this.addr,e),t[0]=e)}function Tb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;s.uniform2fv(this.addr,e),Mn(t,e)}}function Cb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(s.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bn(t,e))return;s.uniform3fv(this.addr,e),Mn(t,e)}}function Rb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;s.uniform4fv(this.addr,e),Mn(t,e)}}function Pb(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;s.uniformMatrix2fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;Sm.set(n),s.uniformMatrix2fv(this.addr,!1,Sm),Mn(t,n)}}function Ib(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;s.uniformMatrix3fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;wm.set(n),s.uniformMatrix3fv(this.addr,!1,wm),Mn(t,n)}}function Lb(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;s.uniformMatrix4fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;Mm.set(n),s.uniformMatrix4fv(this.addr,!1,Mm),Mn(t,n)}}function Db(s,e){let t=this.cache;t[0]!==e&&(s.uniform1i(this.addr,e),t[0]=e)}function Nb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;s.uniform2iv(this.addr,e),Mn(t,e)}}function Ub(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;s.uniform3iv(this.addr,e),Mn(t,e)}}function Fb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;s.uniform4iv(this.addr,e),Mn(t,e)}}function Ob(s,e){let t=this.cache;t[0]!==e&&(s.uniform1ui(this.addr,e),t[0]=e)}function Bb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;s.uniform2uiv(this.addr,e),Mn(t,e)}}function kb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;s.uniform3uiv(this.addr,e),Mn(t,e)}}function zb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;s.uniform4uiv(this.addr,e),Mn(t,e)}}function th(s){return s.version===0&&(s.compareFunction=ud,s.needsUpdate=!0),s}function Vb(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?r=th(Gm):r=Vm,t.setTexture2D(e||r,i)}function Gb(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture3D(e||Xm,i)}function Hb(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_CUBE_SHADOW?r=th(Hm):r=qm,t.setTextureCube(e||r,i)}function Wb(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture2DArray(e||Wm,i)}function Xb(s){switch(s){case 5126:return Eb;case 35664:return Tb;case 35665:return Cb;case 35666:return Rb;case 35674:return Pb;case 35675:return Ib;case 35676:return Lb;case 5124:case 35670:return Db;case 35667:case 35671:return Nb;case 35668:case 35672:return Ub;case 35669:case 35673:return Fb;case 5125:return Ob;case 36294:return Bb;case 36295:return kb;case 36296:return zb;case 35678:case 36198:case 36298:case 36306:case 35682:return Vb;case 35679:case 36299:case 36307:return Gb;case 35680:case 36300:case 36308:case 36293:return Hb;case 36289:case 36303:case 36311:case 36292:return Wb}}function qb(s,e){s.uniform1fv(this.addr,e)}function Yb(s,e){let t=go(e,this.size,2);s.uniform2fv(this.addr,t)}function $b(s,e){let t=go(e,this.size,3);s.uniform3fv(this.addr,t)}function Zb(s,e){let t=go(e,this.size,4);s.uniform4fv(this.addr,t)}function Jb(s,e){let t=go(e,this.size,4);s.uniformMatrix2fv(this.addr,!1,t)}function Kb(s,e){let t=go(e,this.size,9);s.uniformMatrix3fv(this.addr,!1,t)}function jb(s,e){let t=go(e,this.size,16);s.uniformMatrix4fv(this.addr,!1,t)}function Qb(s,e){s.uniform1iv(this.addr,e)}function eM(s,e){s.uniform2iv(this.addr,e)}function tM(s,e){s.uniform3iv(this.addr,e)}function nM(s,e){s.uniform4iv(this.addr,e)}function iM(s,e){s.uniform1uiv(this.addr,e)}function sM(s,e){s.uniform2uiv(this.addr,e)}function rM(s,e){s.uniform3uiv(this.addr,e)}function oM(s,e){s.uniform4uiv(this.addr,e)}function aM(s,e,t){let n=this.cache,i=e.length,r=eh(t,i);bn(n,r)||(s.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===s.SAMPLER_2D_SHADOW?o=th(Gm):o=Vm;for(let a=0;a!==i;++a)t.setTexture2D(e[a]||o,r[a])}function lM(s,e,t){let n=this.cache,i=e.length,r=eh(t,i);bn(n,r)||(s.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==i;++o)t.setTexture3D(e[o]||Xm,r[o])}function cM(s,e,t){let n=this.cache,i=e.length,r=eh(t,i);bn(n,r)||(s.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===s.SAMPLER_CUBE_SHADOW?o=th(Hm):o=qm;for(let a=0;a!==i;++a)t.setTextureCube(e[a]||o,r[a])}function hM(s,e,t){let n=this.cache,i=e.length,r=eh(t,i);bn(n,r)||(s.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==i;++o)t.setTexture2DArray(e[o]||Wm,r[o])}function uM(s){switch(s){case 5126:return qb;case 35664:return Yb;case 35665:return $b;case 35666:return Zb;case 35674:return Jb;case 35675:return Kb;case 35676:return jb;case 5124:case 35670:return Qb;case 35667:case 35671:return eM;case 35668:case 35672:return tM;case 35669:case 35673:return nM;case 5125:return iM;case 36294:return sM;case 36295:return rM;case 36296:return oM;case 35678:case 36198:case 36298:case 36306:case 35682:return aM;case 35679:case 36299:case 36307:return lM;case 35680:case 36300:case 36308:case 36293:return cM;case 36289:case 36303:case 36311:case 36292:return hM}}var _d=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Xb(t.type)}},bd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=uM(t.type)}},Md=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(e,t[a.id],n)}}},yd=/(\w+)(\])?(\[|\.)?/g;function Am(s,e){s.seq.push(e),s.map[e.id]=e}function dM(s,e,t){let n=s.name,i=n.length;for(yd.lastIndex=0;;){let r=yd.exec(n),o=yd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){Am(t,c===void 0?new _d(a,s,e):new bd(a,s,e));break}else{let u=t.map[a];u===void 0&&(u=new Md(a),Am(t,u)),t=u}}}var mo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);dM(a,l,this)}let i=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?i.push(o):r.push(o);i.length>0&&(this.seq=i.concat(r))}setValue(e,t,n,i){let r=this.map[t];r!==void 0&&r.setValue(e,n,i)}setOptional(e,t,n){let i=t[n];i!==void 0&&this.setValue(e,n,i)}static upload(e,t,n,i){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,i)}}static seqWithValue(e,t){let n=[];for(let i=0,r=e.length;i!==r;++i){let o=e[i];o.id in t&&n.push(o)}return n}};function Em(s,e,t){let n=s.createShader(e);return s.shaderSource(n,t),s.compileShader(n),n}var fM=37297,pM=0;function mM(s,e){let t=s.split(`
`),n=[],i=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Tm=new tt;function gM(s){yt._getMatrix(Tm,yt.workingColorSpace,s);let e=`mat3( ${Tm.elements.map(t=>t.toFixed(4))} )`;switch(yt.getTransfer(s)){case Ko:return[e,"LinearTransferOETF"];case Rt:return[e,"sRGBTransferOETF"];default:return Je("WebGLProgram: Unsupported color space: ",s),[e,"LinearTransferOETF"]}}function Cm(s,e,t){let n=s.getShaderParameter(e,s.COMPILE_STATUS),r=(s.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`
`+r+`
`+mM(s.getShaderSource(e),a)}else return r}function vM(s,e){let t=gM(e);return[`vec4 ${s}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var yM={[Zu]:"Linear",[Ju]:"Reinhard",[Ku]:"Cineon",[ju]:"ACESFilmic",[ed]:"AgX",[td]:"Neutral",[Qu]:"Custom"};function xM(s,e){let t=yM[e];return t===void 0?(Je("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+s+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+s+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Kc=new U;function _M(){yt.getLuminanceCoefficients(Kc);let s=Kc.x.toFixed(4),e=Kc.y.toFixed(4),t=Kc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function bM(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(La).join(`
`)}function MM(s){let e=[];for(let t in s){let n=s[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function wM(s,e){let t={},n=s.getProgramParameter(e,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(e,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:s.getAttribLocation(e,o),locationSize:a}}return t}function La(s){return s!==""}function Rm(s,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return s.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Pm(s,e){return s.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var SM=/^[ \t]*#include +<([\w\d./]+)>/gm;function wd(s){return s.replace(SM,AM)}function AM(s,e){let t=ct[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return wd(t)}var EM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Im(s){return s.replace(EM,TM)}function TM(s,e,t,n){let i="";for(let r=parseInt(e);r<parseInt(t);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function Lm(s){let e=`precision ${s.precision} float;
precision ${s.precision} int;
precision ${s.precision} sampler2D;
precision ${s.precision} samplerCube;
precision ${s.precision} sampler3D;
precision ${s.precision} sampler2DArray;
precision ${s.precision} sampler2DShadow;
precision ${s.precision} samplerCubeShadow;
precision ${s.precision} sampler2DArrayShadow;
precision ${s.precision} isampler2D;
precision ${s.precision} isampler3D;
precision ${s.precision} isamplerCube;
precision ${s.precision} isampler2DArray;
precision ${s.precision} usampler2D;
precision ${s.precision} usampler3D;
precision ${s.precision} usamplerCube;
precision ${s.precision} usampler2DArray;
`;return s.precision==="highp"?e+=`
#define HIGH_PRECISION`:s.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var CM={[qs]:"SHADOWMAP_TYPE_PCF",[ho]:"SHADOWMAP_TYPE_VSM"};function RM(s){return CM[s.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var PM={[fo]:"ENVMAP_MODE_REFRACTION"};function IM(s){return s.envMap===!1?"ENVMAP_MODE_REFLECTION":PM[s.envMapMode]||"ENVMAP_MODE_REFLECTION"}var LM={[cc]:"ENVMAP_BLENDING_MULTIPLY",[Zp]:"ENVMAP_BLENDING_MIX",[Jp]:"ENVMAP_BLENDING_ADD"};function DM(s){return s.envMap===!1?"ENVMAP_BLENDING_NONE":LM[s.combine]||"ENVMAP_BLENDING_NONE"}function NM(s,e,t,n){let i=s.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=RM(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=IM(t),u=DM(t),d=bM(t),f=MM(r),p=i.createProgram(),v,g,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(v=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(La).join(`
`),v.length>0&&(v+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(La).join(`
`),g.length>0&&(g+=`
`)):(v=[Lm(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(La).join(`
`),g=[Lm(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ns?"#define TONE_MAPPING":"",t.toneMapping!==ns?ct.tonemapping_pars_fragment:"",t.toneMapping!==ns?xM("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ct.colorspace_pars_fragment,vM("linearToOutputTexel",t.outputColorSpace),_M(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(La).join(`
`)),o=wd(o),o=Rm(o,t),o=Pm(o,t),a=wd(a),a=Rm(a,t),a=Pm(a,t),o=Im(o),a=Im(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,v=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,g=["#define varying in",t.glslVersion===xr?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===xr?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let x=m+v+o,T=m+g+a,b=Em(i,i.VERTEX_SHADER,x),C=Em(i,i.FRAGMENT_SHADER,T);i.attachShader(p,b),i.attachShader(p,C),t.index0AttributeName!==void 0?i.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&i.bindAttribLocation(p,0,"position"),i.linkProgram(p);function A(I){if(s.debug.checkShaderErrors){let L=i.getProgramInfoLog(p)||"",k=i.getShaderInfoLog(b)||"",V=i.getShaderInfoLog(C)||"",D=L.trim(),H=k.trim(),Y=V.trim(),W=!0,ce=!0;if(i.getProgramParameter(p,i.LINK_STATUS)===!1)if(W=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,p,b,C);else{let J=Cm(i,b,"vertex"),j=Cm(i,C,"fragment");et("WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(p,i.VALIDATE_STATUS)+`
Material Name: `+I.name+`
Material Type: `+I.type+`
Program Info Log: `+D+`
`+J+`
`+j)}else D!==""?Je("WebGLProgram: Program Info Log:",D):(H===""||Y==="")&&(ce=!1);ce&&(I.diagnostics={runnable:W,programLog:D,vertexShader:{log:H,prefix:v},fragmentShader:{log:Y,prefix:g}})}i.deleteShader(b),i.deleteShader(C),y=new mo(i,p),E=wM(i,p)}let y;this.getUniforms=function(){return y===void 0&&A(this),y};let E;this.getAttributes=function(){return E===void 0&&A(this),E};let F=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=i.getProgramParameter(p,fM)),F},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=pM++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=b,this.fragmentShader=C,this}var UM=0,Sd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let i=this._getShaderCacheForMaterial(e);return i.has(t)===!1&&(i.add(t),t.usedTimes++),i.has(n)===!1&&(i.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Ad(e),t.set(e,n)),n}},Ad=class{constructor(e){this.id=UM++,this.code=e,this.usedTimes=0}};function FM(s){return s===$s||s===Ea||s===Ta}function OM(s,e,t,n,i,r){let o=new ro,a=new Sd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return l.add(y),y===0?"uv":`uv${y}`}function p(y,E,F,I,L,k){let V=I.fog,D=L.geometry,H=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?I.environment:null,Y=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,W=e.get(y.envMap||H,Y),ce=d[y.type],J=n.precision;y.precision!==null&&(J=n.getMaxPrecision(y.precision),J!==y.precision&&Je("WebGLProgram.getParameters:",y.precision,"not supported, using",J,"instead."));let j=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,se=j!==void 0?j.length:0,de=0;D.morphAttributes.position!==void 0&&(de=1),D.morphAttributes.normal!==void 0&&(de=2),D.morphAttributes.color!==void 0&&(de=3);let ue,Q,me,ye;if(ce){let Ce=ss[ce];ue=Ce.vertexShader,Q=Ce.fragmentShader}else{ue=y.vertexShader,Q=y.fragmentShader;let Ce=a.getVertexShaderStage(y),ht=a.getFragmentShaderStage(y);a.update(y,Ce,ht),me=Ce.id,ye=ht.id}let Te=s.getRenderTarget(),Me=s.state.buffers.depth.getReversed(),Xe=L.isInstancedMesh===!0,at=L.isBatchedMesh===!0,Ge=!!y.map,ft=!!y.matcap,ut=!!W,rt=ut&&W.isPMREMTexture===!0,Zt=!!y.aoMap,Vt=!!y.lightMap,ln=!!y.bumpMap&&y.wireframe===!1,Nt=!!y.normalMap,An=!!y.displacementMap,bt=!!y.emissiveMap,vn=!!y.metalnessMap,Qt=!!y.roughnessMap,cn=y.anisotropy>0,B=y.clearcoat>0,Re=y.diffuseRoughness>0,Ze=y.dispersion>0,lt=y.retroreflectivity>0,we=y.iridescence>0,Ot=y.sheen>0,Ve=y.transmission>0,$e=cn&&!!y.anisotropyMap,R=B&&!!y.clearcoatMap,M=B&&!!y.clearcoatNormalMap,X=B&&!!y.clearcoatRoughnessMap,he=Re&&!!y.diffuseRoughnessMap,oe=we&&!!y.iridescenceMap,ve=we&&!!y.iridescenceThicknessMap,xe=Ot&&!!y.sheenColorMap,te=Ot&&!!y.sheenRoughnessMap,ie=!!y.specularMap,pe=!!y.specularColorMap,O=!!y.specularIntensityMap,re=Ve&&!!y.transmissionMap,ne=Ve&&!!y.thicknessMap,Se=!!y.gradientMap,ge=!!y.alphaMap,be=y.alphaTest>0,He=!!y.alphaHash,je=!!y.extensions,le=ns;y.toneMapped&&(Te===null||Te.isXRRenderTarget===!0)&&(le=s.toneMapping);let Be=rt?W.isCompressedCubeTexture?W.image[0].mipmaps:W.mipmaps:null,Qe={shaderID:ce,shaderType:y.type,shaderName:y.name,vertexShader:ue,fragmentShader:Q,defines:y.defines,customVertexShaderID:me,customFragmentShaderID:ye,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:J,batching:at,batchingColor:at&&L._colorsTexture!==null,instancing:Xe,instancingColor:Xe&&L.instanceColor!==null,instancingMorph:Xe&&L.morphTexture!==null,outputColorSpace:Te===null?s.outputColorSpace:Te.isXRRenderTarget===!0?Te.texture.colorSpace:yt.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Ge,matcap:ft,envMap:ut,envMapMode:ut&&W.mapping,envMapPMREM:rt,envMapMaxLod:rt?Be.length-1:null,envMapSize:rt?Be[0].width:null,aoMap:Zt,lightMap:Vt,bumpMap:ln,normalMap:Nt,displacementMap:An,emissiveMap:bt,normalMapObjectSpace:Nt&&y.normalMapType===Qp,normalMapTangentSpace:Nt&&y.normalMapType===Ca,packedNormalMap:Nt&&y.normalMapType===Ca&&FM(y.normalMap.format),metalnessMap:vn,roughnessMap:Qt,anisotropy:cn,anisotropyMap:$e,clearcoat:B,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Re,diffuseRoughnessMap:he,dispersion:Ze,retroreflection:lt,iridescence:we,iridescenceMap:oe,iridescenceThicknessMap:ve,sheen:Ot,sheenColorMap:xe,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:O,transmission:Ve,transmissionMap:re,thicknessMap:ne,gradientMap:Se,opaque:y.transparent===!1&&y.blending===uo&&y.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:He,combine:y.combine,mapUv:Ge&&f(y.map.channel),aoMapUv:Zt&&f(y.aoMap.channel),lightMapUv:Vt&&f(y.lightMap.channel),bumpMapUv:ln&&f(y.bumpMap.channel),normalMapUv:Nt&&f(y.normalMap.channel),displacementMapUv:An&&f(y.displacementMap.channel),emissiveMapUv:bt&&f(y.emissiveMap.channel),metalnessMapUv:vn&&f(y.metalnessMap.channel),roughnessMapUv:Qt&&f(y.roughnessMap.channel),anisotropyMapUv:$e&&f(y.anisotropyMap.channel),clearcoatMapUv:R&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:xe&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(y.sheenRoughnessMap.channel),specularMapUv:ie&&f(y.specularMap.channel),specularColorMapUv:pe&&f(y.specularColorMap.channel),specularIntensityMapUv:O&&f(y.specularIntensityMap.channel),transmissionMapUv:re&&f(y.transmissionMap.channel),thicknessMapUv:ne&&f(y.thicknessMap.channel),alphaMapUv:ge&&f(y.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Nt||cn),vertexNormals:!!D.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!D.attributes.uv&&(Ge||ge),fog:!!V,useFog:y.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||D.attributes.normal===void 0&&Nt===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Me,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:k.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:y.dithering,shadowMapEnabled:s.shadowMap.enabled&&F.length>0,shadowMapType:s.shadowMap.type,toneMapping:le,decodeVideoTexture:Ge&&y.map.isVideoTexture===!0&&yt.getTransfer(y.map.colorSpace)===Rt,decodeVideoTextureEmissive:bt&&y.emissiveMap.isVideoTexture===!0&&yt.getTransfer(y.emissiveMap.colorSpace)===Rt,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===Kn,flipSided:y.side===Jn,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:je&&y.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(je&&y.extensions.multiDraw===!0||at)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return Qe.vertexUv1s=l.has(1),Qe.vertexUv2s=l.has(2),Qe.vertexUv3s=l.has(3),l.clear(),Qe}function v(y){let E=[];if(y.shaderID?E.push(y.shaderID):(E.push(y.customVertexShaderID),E.push(y.customFragmentShaderID)),y.defines!==void 0)for(let F in y.defines)E.push(F),E.push(y.defines[F]);return y.isRawShaderMaterial===!1&&(g(E,y),m(E,y),E.push(s.outputColorSpace)),E.push(y.customProgramCacheKey),E.join()}function g(y,E){y.push(E.precision),y.push(E.outputColorSpace),y.push(E.envMapMode),y.push(E.envMapPMREM),y.push(E.envMapMaxLod),y.push(E.envMapSize),y.push(E.mapUv),y.push(E.alphaMapUv),y.push(E.lightMapUv),y.push(E.aoMapUv),y.push(E.bumpMapUv),y.push(E.normalMapUv),y.push(E.displacementMapUv),y.push(E.emissiveMapUv),y.push(E.metalnessMapUv),y.push(E.roughnessMapUv),y.push(E.anisotropyMapUv),y.push(E.clearcoatMapUv),y.push(E.clearcoatNormalMapUv),y.push(E.clearcoatRoughnessMapUv),y.push(E.diffuseRoughnessMapUv),y.push(E.iridescenceMapUv),y.push(E.iridescenceThicknessMapUv),y.push(E.sheenColorMapUv),y.push(E.sheenRoughnessMapUv),y.push(E.specularMapUv),y.push(E.specularColorMapUv),y.push(E.specularIntensityMapUv),y.push(E.transmissionMapUv),y.push(E.thicknessMapUv),y.push(E.combine),y.push(E.fogExp2),y.push(E.sizeAttenuation),y.push(E.morphTargetsCount),y.push(E.numSunLights),y.push(E.numDirLights),y.push(E.numPointLights),y.push(E.numSpotLights),y.push(E.numSpotLightMaps),y.push(E.numHemiLights),y.push(E.numRectAreaLights),y.push(E.numSunLightShadows),y.push(E.numDirLightShadows),y.push(E.numPointLightShadows),y.push(E.numSpotLightShadows),y.push(E.numSpotLightShadowsWithMaps),y.push(E.numLightProbes),y.push(E.numLightProbeGrids),y.push(E.shadowMapType),y.push(E.toneMapping),y.push(E.numClippingPlanes),y.push(E.numClipIntersection),y.push(E.depthPacking)}function m(y,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function x(y){let E=d[y.type],F;if(E){let I=ss[E];F=fm.clone(I.uniforms)}else F=y.uniforms;return F}function T(y,E){let F=h.get(E);return F!==void 0?++F.usedTimes:(F=new NM(s,E,y,i),c.push(F),h.set(E,F)),F}function b(y){if(--y.usedTimes===0){let E=c.indexOf(y);c[E]=c[c.length-1],c.pop(),h.delete(y.cacheKey),y.destroy()}}function C(y){a.remove(y)}function A(){a.dispose()}return{getParameters:p,getProgramCacheKey:v,getUniforms:x,acquireProgram:T,releaseProgram:b,releaseShaderCache:C,programs:c,dispose:A}}function BM(){let s=new WeakMap;function e(o){return s.has(o)}function t(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:e,get:t,remove:n,update:i,dispose:r}}function kM(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.material.id!==e.material.id?s.material.id-e.material.id:s.materialVariant!==e.materialVariant?s.materialVariant-e.materialVariant:s.z!==e.z?s.z-e.z:s.id-e.id}function Dm(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.z!==e.z?e.z-s.z:s.id-e.id}function Nm(){let s=[],e=0,t=[],n=[],i=[];function r(){e=0,t.length=0,n.length=0,i.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,v,g,m){let x=s[e];return x===void 0?(x={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:v,renderOrder:d.renderOrder,z:g,group:m},s[e]=x):(x.id=d.id,x.object=d,x.geometry=f,x.material=p,x.materialVariant=o(d),x.groupOrder=v,x.renderOrder=d.renderOrder,x.z=g,x.group=m),e++,x}function l(d,f,p,v,g,m,x){x.reversedDepth===!0&&(g=-g);let T=a(d,f,p,v,g,m);p.transmission>0?n.push(T):p.transparent===!0?i.push(T):t.push(T)}function c(d,f,p,v,g,m){let x=a(d,f,p,v,g,m);p.transmission>0?n.unshift(x):p.transparent===!0?i.unshift(x):t.unshift(x)}function h(d,f){t.length>1&&t.sort(d||kM),n.length>1&&n.sort(f||Dm),i.length>1&&i.sort(f||Dm)}function u(){for(let d=e,f=s.length;d<f;d++){let p=s[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:i,init:r,push:l,unshift:c,finish:u,sort:h}}function zM(){let s=new WeakMap;function e(n,i){let r=s.get(n),o;return r===void 0?(o=new Nm,s.set(n,[o])):i>=r.length?(o=new Nm,r.push(o)):o=r[i],o}function t(){s=new WeakMap}return{get:e,dispose:t}}function VM(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new U,color:new Le};break;case"SpotLight":t={position:new U,direction:new U,color:new Le,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new U,color:new Le,distance:0,decay:0};break;case"HemisphereLight":t={direction:new U,skyColor:new Le,groundColor:new Le};break;case"RectAreaLight":t={color:new Le,position:new U,halfWidth:new U,halfHeight:new U};break}return s[e.id]=t,t}}}function GM(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new it};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new it};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new it,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[e.id]=t,t}}}var HM=0;function WM(s,e){return(e.castShadow?2:0)-(s.castShadow?2:0)+(e.map?1:0)-(s.map?1:0)}function XM(s){let e=new VM,t=GM(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new U);let i=new U,r=new We,o=new We;function a(c){let h=0,u=0,d=0;for(let k=0;k<9;k++)n.probe[k].set(0,0,0);let f=0,p=0,v=0,g=0,m=0,x=0,T=0,b=0,C=0,A=0,y=0,E=0,F=0,I=0;c.sort(WM);for(let k=0,V=c.length;k<V;k++){let D=c[k],H=D.color,Y=D.intensity,W=D.distance,ce=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===$s?ce=D.shadow.map.texture:ce=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=H.r*Y,u+=H.g*Y,d+=H.b*Y;else if(D.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(D.sh.coefficients[J],Y);I++}else if(D.isSunLight){let J=e.get(D);if(J.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,se=t.get(D);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=se,n.sunShadowMap[p]=ce;let de=j.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[v+ue]=j.getMatrix(ue),n.sunShadowCascade[v+ue]=j._cascadeData[ue];v+=de,p++}n.sun[f]=J,f++}else if(D.isDirectionalLight){let J=e.get(D);if(J.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,se=t.get(D);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,n.directionalShadow[g]=se,n.directionalShadowMap[g]=ce,n.directionalShadowMatrix[g]=D.shadow.matrix,C++}n.directional[g]=J,g++}else if(D.isSpotLight){let J=e.get(D);J.position.setFromMatrixPosition(D.matrixWorld),J.color.copy(H).multiplyScalar(Y),J.distance=W,J.coneCos=Math.cos(D.angle),J.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),J.decay=D.decay,n.spot[x]=J;let j=D.shadow;if(D.map&&(n.spotLightMap[E]=D.map,E++,j.updateMatrices(D),D.castShadow&&F++),n.spotLightMatrix[x]=j.matrix,D.castShadow){let se=t.get(D);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,n.spotShadow[x]=se,n.spotShadowMap[x]=ce,y++}x++}else if(D.isRectAreaLight){let J=e.get(D);J.color.copy(H).multiplyScalar(Y),J.halfWidth.set(D.width*.5,0,0),J.halfHeight.set(0,D.height*.5,0),n.rectArea[T]=J,T++}else if(D.isPointLight){let J=e.get(D);if(J.color.copy(D.color).multiplyScalar(D.intensity),J.distance=D.distance,J.decay=D.decay,D.castShadow){let j=D.shadow,se=t.get(D);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,se.shadowCameraNear=j.camera.near,se.shadowCameraFar=j.camera.far,n.pointShadow[m]=se,n.pointShadowMap[m]=ce,n.pointShadowMatrix[m]=D.shadow.matrix,A++}n.point[m]=J,m++}else if(D.isHemisphereLight){let J=e.get(D);J.skyColor.copy(D.color).multiplyScalar(Y),J.groundColor.copy(D.groundColor).multiplyScalar(Y),n.hemi[b]=J,b++}}T>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=De.LTC_FLOAT_1,n.rectAreaLTC2=De.LTC_FLOAT_2):(n.rectAreaLTC1=De.LTC_HALF_1,n.rectAreaLTC2=De.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.sunLength!==f||L.directionalLength!==g||L.pointLength!==m||L.spotLength!==x||L.rectAreaLength!==T||L.hemiLength!==b||L.numSunShadows!==p||L.numDirectionalShadows!==C||L.numPointShadows!==A||L.numSpotShadows!==y||L.numSpotMaps!==E||L.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=g,n.spot.length=x,n.rectArea.length=T,n.point.length=m,n.hemi.length=b,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=y,n.spotShadowMap.length=y,n.spotLightMatrix.length=y+E-F,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=I,L.sunLength=f,L.directionalLength=g,L.pointLength=m,L.spotLength=x,L.rectAreaLength=T,L.hemiLength=b,L.numSunShadows=p,L.numDirectionalShadows=C,L.numPointShadows=A,L.numSpotShadows=y,L.numSpotMaps=E,L.numLightProbes=I,n.version=HM++)}function l(c,h){let u=0,d=0,f=0,p=0,v=0,g=0,m=h.matrixWorldInverse;for(let x=0,T=c.length;x<T;x++){let b=c[x];if(b.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(m),u++}else if(b.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(b.matrixWorld),i.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(i),C.direction.transformDirection(m),d++}else if(b.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(m),C.direction.setFromMatrixPosition(b.matrixWorld),i.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(i),C.direction.transformDirection(m),p++}else if(b.isRectAreaLight){let C=n.rectArea[v];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(m),o.identity(),r.copy(b.matrixWorld),r.premultiply(m),o.extractRotation(r),C.halfWidth.set(b.width*.5,0,0),C.halfHeight.set(0,b.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),v++}else if(b.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(m),f++}else if(b.isHemisphereLight){let C=n.hemi[g];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:n}}function Um(s){let e=new XM(s),t=[],n=[],i=[];function r(u){h.camera=u,t.length=0,n.length=0,i.length=0}function o(u){u.isLightProbeGrid?i.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),i.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:i,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function qM(s){let e=new WeakMap;function t(i,r=0){let o=e.get(i),a;return o===void 0?(a=new Um(s),e.set(i,[a])):r>=o.length?(a=new Um(s),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var YM=`void main() {
gl_Position = vec4( position, 1.0 );
}`,$M=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
const float samples = float( VSM_SAMPLES );
float mean = 0.0;
float squared_mean = 0.0;
float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
for ( float i = 0.0; i < samples; i ++ ) {
float uvOffset = uvStart + i * uvStride;
#ifdef HORIZONTAL_PASS
vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
mean += distribution.x;
squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
#else
float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
mean += depth;
squared_mean += depth * depth;
#endif
}
mean = mean / samples;
squared_mean = squared_mean / samples;
float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,ZM=[new U(1,0,0),new U(-1,0,0),new U(0,1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1)],JM=[new U(0,-1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1),new U(0,-1,0),new U(0,-1,0)],Fm=new We,Ia=new U,xd=new U;function KM(s,e,t){let n=new Bs,i=new it,r=new it,o=new Kt,a=new Zl,l=new Jl,c={},h=t.maxTextureSize,u={[Ys]:Jn,[Jn]:Ys,[Kn]:Kn},d=new kn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new it},radius:{value:4}},vertexShader:YM,fragmentShader:$M}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new At;p.setAttribute("position",new Mt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Bt(p,d),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=qs;let m=this.type;this.render=function(A,y,E){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||A.length===0)return;this.type===Pp&&(Je("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=qs);let F=s.getRenderTarget(),I=s.getActiveCubeFace(),L=s.getActiveMipmapLevel(),k=s.state;k.setBlending(mr),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let V=m!==this.type;V&&y.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(H=>H.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,H=A.length;D<H;D++){let Y=A[D],W=Y.shadow;if(W===void 0){Je("WebGLShadowMap:",Y,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;i.copy(W.mapSize);let ce=W.getFrameExtents();i.multiply(ce),r.copy(W.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/ce.x),i.x=r.x*ce.x,W.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/ce.y),i.y=r.y*ce.y,W.mapSize.y=r.y));let J=s.state.buffers.depth.getReversed();if(W.camera._reversedDepth=J,W.map===null||V===!0){if(W.map!==null&&(W.map.depthTexture!==null&&(W.map.depthTexture.dispose(),W.map.depthTexture=null),W.map.dispose()),this.type===ho){if(Y.isPointLight){Je("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}W.map=new ci(i.x,i.y,{format:$s,type:Bi,minFilter:xn,magFilter:xn,generateMipmaps:!1}),W.map.texture.name=Y.name+".shadowMap",W.map.depthTexture=new xs(i.x,i.y,jn),W.map.depthTexture.name=Y.name+".shadowMapDepth",W.map.depthTexture.format=ys,W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=rn,W.map.depthTexture.magFilter=rn}else Y.isPointLight?(W.map=new Da(i.x),W.map.depthTexture=new la(i.x,Oi)):(W.map=new ci(i.x,i.y),W.map.depthTexture=new xs(i.x,i.y,Oi)),W.map.depthTexture.name=Y.name+".shadowMap",W.map.depthTexture.format=ys,this.type===qs?(W.map.depthTexture.compareFunction=J?hd:cd,W.map.depthTexture.minFilter=xn,W.map.depthTexture.magFilter=xn):(W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=rn,W.map.depthTexture.magFilter=rn);W.camera.updateProjectionMatrix()}W.map.isWebGLCubeRenderTarget!==!0&&(W.map.width!==i.x||W.map.height!==i.y)&&W.map.setSize(i.x,i.y);let j=W.map.isWebGLCubeRenderTarget?6:W.getViewportCount();Y.isPointLight!==!0&&W.updateMatrices(Y,E);let se=(W.camera.layers.mask&4294967294)!==0?W.camera.layers:E.layers;for(let de=0;de<j;de++){let ue=W.getCamera(de);if(Y.isPointLight){let Q=W.camera,me=W.matrix,ye=Y.distance||Q.far;ye!==Q.far&&(Q.far=ye,Q.updateProjectionMatrix()),Ia.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(Ia),xd.copy(Q.position),xd.add(ZM[de]),Q.up.copy(JM[de]),Q.lookAt(xd),Q.updateMatrixWorld(),me.makeTranslation(-Ia.x,-Ia.y,-Ia.z),Fm.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),W._frustum.setFromProjectionMatrix(Fm,Q.coordinateSystem,Q.reversedDepth)}if(W.map.isWebGLCubeRenderTarget)s.setRenderTarget(W.map,de),s.clear();else{de===0&&(s.setRenderTarget(W.map),s.clear());let Q=W.getViewport(de);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),k.viewport(o)}n=W.getFrustum(de),b(y,E,ue,Y,se,this.type)}W.isPointLightShadow!==!0&&this.type===ho&&x(W,E),W.needsUpdate=!1}m=this.type,g.needsUpdate=!1,s.setRenderTarget(F,I,L)};function x(A,y){let E=e.update(v);d.defines.VSM_SAMPLES!==A.blurSamples&&(d.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new ci(i.x,i.y,{format:$s,type:Bi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),d.uniforms.shadow_pass.value=A.map.depthTexture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,s.setRenderTarget(A.mapPass),s.clear(),s.renderBufferDirect(y,null,E,d,v,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,s.setRenderTarget(A.map),s.clear(),s.renderBufferDirect(y,null,E,f,v,null)}function T(A,y,E,F){let I=null,L=E.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(L!==void 0)I=L;else if(I=E.isPointLight===!0?l:a,s.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let k=I.uuid,V=y.uuid,D=c[k];D===void 0&&(D={},c[k]=D);let H=D[V];H===void 0&&(H=I.clone(),D[V]=H,y.addEventListener("dispose",C)),I=H}if(I.visible=y.visible,I.wireframe=y.wireframe,F===ho?I.side=y.shadowSide!==null?y.shadowSide:y.side:I.side=y.shadowSide!==null?y.shadowSide:u[y.side],I.alphaMap=y.alphaMap,I.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,I.map=y.map,I.clipShadows=y.clipShadows,I.clippingPlanes=y.clippingPlanes,I.clipIntersection=y.clipIntersection,I.displacementMap=y.displacementMap,I.displacementScale=y.displacementScale,I.displacementBias=y.displacementBias,I.wireframeLinewidth=y.wireframeLinewidth,I.linewidth=y.linewidth,E.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let k=s.properties.get(I);k.light=E}return I}function b(A,y,E,F,I,L){if(A.visible===!1)return;if(A.layers.test(I)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&L===ho)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,A.matrixWorld);let D=e.update(A),H=A.material;if(Array.isArray(H)){let Y=D.groups;for(let W=0,ce=Y.length;W<ce;W++){let J=Y[W],j=H[J.materialIndex];if(j&&j.visible){let se=T(A,j,F,L);A.onBeforeShadow(s,A,y,E,D,se,J),s.renderBufferDirect(E,null,D,se,A,J),A.onAfterShadow(s,A,y,E,D,se,J)}}}else if(H.visible){let Y=T(A,H,F,L);A.onBeforeShadow(s,A,y,E,D,Y,null),s.renderBufferDirect(E,null,D,Y,A,null),A.onAfterShadow(s,A,y,E,D,Y,null)}}let V=A.children;for(let D=0,H=V.length;D<H;D++)b(V[D],y,E,F,I,L)}function C(A){A.target.removeEventListener("dispose",C);for(let E in c){let F=c[E],I=A.target.uuid;I in F&&(F[I].dispose(),delete F[I])}}}function jM(s,e){function t(){let O=!1,re=new Kt,ne=null,Se=new Kt(0,0,0,0);return{setMask:function(ge){ne!==ge&&!O&&(s.colorMask(ge,ge,ge,ge),ne=ge)},setLocked:function(ge){O=ge},setClear:function(ge,be,He,je,le){le===!0&&(ge*=je,be*=je,He*=je),re.set(ge,be,He,je),Se.equals(re)===!1&&(s.clearColor(ge,be,He,je),Se.copy(re))},reset:function(){O=!1,ne=null,Se.set(-1,0,0,0)}}}function n(){let O=!1,re=!1,ne=null,Se=null,ge=null;return{setReversed:function(be){if(re!==be){let He=e.get("EXT_clip_control");be?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),re=be;let je=ge;ge=null,this.setClear(je)}},getReversed:function(){return re},setTest:function(be){be?Me(s.DEPTH_TEST):Xe(s.DEPTH_TEST)},setMask:function(be){ne!==be&&!O&&(s.depthMask(be),ne=be)},setFunc:function(be){if(re&&(be=hm[be]),Se!==be){switch(be){case Ll:s.depthFunc(s.NEVER);break;case Dl:s.depthFunc(s.ALWAYS);break;case Nl:s.depthFunc(s.LESS);break;case to:s.depthFunc(s.LEQUAL);break;case Ul:s.depthFunc(s.EQUAL);break;case Fl:s.depthFunc(s.GEQUAL);break;case Ol:s.depthFunc(s.GREATER);break;case Bl:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}Se=be}},setLocked:function(be){O=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),s.clearDepth(be))},reset:function(){O=!1,ne=null,Se=null,ge=null,re=!1}}}function i(){let O=!1,re=null,ne=null,Se=null,ge=null,be=null,He=null,je=null,le=null;return{setTest:function(Be){O||(Be?Me(s.STENCIL_TEST):Xe(s.STENCIL_TEST))},setMask:function(Be){re!==Be&&!O&&(s.stencilMask(Be),re=Be)},setFunc:function(Be,Qe,Ce){(ne!==Be||Se!==Qe||ge!==Ce)&&(s.stencilFunc(Be,Qe,Ce),ne=Be,Se=Qe,ge=Ce)},setOp:function(Be,Qe,Ce){(be!==Be||He!==Qe||je!==Ce)&&(s.stencilOp(Be,Qe,Ce),be=Be,He=Qe,je=Ce)},setLocked:function(Be){O=Be},setClear:function(Be){le!==Be&&(s.clearStencil(Be),le=Be)},reset:function(){O=!1,re=null,ne=null,Se=null,ge=null,be=null,He=null,je=null,le=null}}}let r=new t,o=new n,a=new i,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],v=null,g=!1,m=null,x=null,T=null,b=null,C=null,A=null,y=null,E=new Le(0,0,0),F=0,I=!1,L=null,k=null,V=null,D=null,H=null,Y=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),W=!1,ce=0,J=s.getParameter(s.VERSION);J.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec(J)[1]),W=ce>=1):J.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),W=ce>=2);let j=null,se={},de=s.getParameter(s.SCISSOR_BOX),ue=s.getParameter(s.VIEWPORT),Q=new Kt().fromArray(de),me=new Kt().fromArray(ue);function ye(O,re,ne,Se){let ge=new Uint8Array(4),be=s.createTexture();s.bindTexture(O,be),s.texParameteri(O,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(O,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let He=0;He<ne;He++)O===s.TEXTURE_3D||O===s.TEXTURE_2D_ARRAY?s.texImage3D(re,0,s.RGBA,1,1,Se,0,s.RGBA,s.UNSIGNED_BYTE,ge):s.texImage2D(re+He,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,ge);return be}let Te={};Te[s.TEXTURE_2D]=ye(s.TEXTURE_2D,s.TEXTURE_2D,1),Te[s.TEXTURE_CUBE_MAP]=ye(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),Te[s.TEXTURE_2D_ARRAY]=ye(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),Te[s.TEXTURE_3D]=ye(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Me(s.DEPTH_TEST),o.setFunc(to),ln(!1),Nt(Gu),Me(s.CULL_FACE),Zt(mr);function Me(O){h[O]!==!0&&(s.enable(O),h[O]=!0)}function Xe(O){h[O]!==!1&&(s.disable(O),h[O]=!1)}function at(O,re){return d[O]!==re?(s.bindFramebuffer(O,re),d[O]=re,O===s.DRAW_FRAMEBUFFER&&(d[s.FRAMEBUFFER]=re),O===s.FRAMEBUFFER&&(d[s.DRAW_FRAMEBUFFER]=re),!0):!1}function Ge(O,re){let ne=p,Se=!1;if(O){ne=f.get(re),ne===void 0&&(ne=[],f.set(re,ne));let ge=O.textures;if(ne.length!==ge.length||ne[0]!==s.COLOR_ATTACHMENT0){for(let be=0,He=ge.length;be<He;be++)ne[be]=s.COLOR_ATTACHMENT0+be;ne.length=ge.length,Se=!0}}else ne[0]!==s.BACK&&(ne[0]=s.BACK,Se=!0);Se&&s.drawBuffers(ne)}function ft(O){return v!==O?(s.useProgram(O),v=O,!0):!1}let ut={[gr]:s.FUNC_ADD,[Lp]:s.FUNC_SUBTRACT,[Dp]:s.FUNC_REVERSE_SUBTRACT};ut[Np]=s.MIN,ut[Up]=s.MAX;let rt={[Fp]:s.ZERO,[Op]:s.ONE,[Bp]:s.SRC_COLOR,[Yu]:s.SRC_ALPHA,[Wp]:s.SRC_ALPHA_SATURATE,[Gp]:s.DST_COLOR,[zp]:s.DST_ALPHA,[kp]:s.ONE_MINUS_SRC_COLOR,[$u]:s.ONE_MINUS_SRC_ALPHA,[Hp]:s.ONE_MINUS_DST_COLOR,[Vp]:s.ONE_MINUS_DST_ALPHA,[Xp]:s.CONSTANT_COLOR,[qp]:s.ONE_MINUS_CONSTANT_COLOR,[Yp]:s.CONSTANT_ALPHA,[$p]:s.ONE_MINUS_CONSTANT_ALPHA};function Zt(O,re,ne,Se,ge,be,He,je,le,Be){if(O===mr){g===!0&&(Xe(s.BLEND),g=!1);return}if(g===!1&&(Me(s.BLEND),g=!0),O!==Ip){if(O!==m||Be!==I){if((x!==gr||C!==gr)&&(s.blendEquation(s.FUNC_ADD),x=gr,C=gr),Be)switch(O){case uo:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Wu:s.blendFunc(s.ONE,s.ONE);break;case Xu:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case qu:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:et("WebGLState: Invalid blending: ",O);break}else switch(O){case uo:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Wu:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case Xu:et("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case qu:et("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:et("WebGLState: Invalid blending: ",O);break}T=null,b=null,A=null,y=null,E.set(0,0,0),F=0,m=O,I=Be}return}ge=ge||re,be=be||ne,He=He||Se,(re!==x||ge!==C)&&(s.blendEquationSeparate(ut[re],ut[ge]),x=re,C=ge),(ne!==T||Se!==b||be!==A||He!==y)&&(s.blendFuncSeparate(rt[ne],rt[Se],rt[be],rt[He]),T=ne,b=Se,A=be,y=He),(je.equals(E)===!1||le!==F)&&(s.blendColor(je.r,je.g,je.b,le),E.copy(je),F=le),m=O,I=!1}function Vt(O,re){O.side===Kn?Xe(s.CULL_FACE):Me(s.CULL_FACE);let ne=O.side===Jn;re&&(ne=!ne),ln(ne),O.blending===uo&&O.transparent===!1?Zt(mr):Zt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let Se=O.stencilWrite;a.setTest(Se),Se&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),bt(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?Me(s.SAMPLE_ALPHA_TO_COVERAGE):Xe(s.SAMPLE_ALPHA_TO_COVERAGE)}function ln(O){L!==O&&(O?s.frontFace(s.CW):s.frontFace(s.CCW),L=O)}function Nt(O){O!==Cp?(Me(s.CULL_FACE),O!==k&&(O===Gu?s.cullFace(s.BACK):O===Rp?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Xe(s.CULL_FACE),k=O}function An(O){O!==V&&(W&&s.lineWidth(O),V=O)}function bt(O,re,ne){O?(Me(s.POLYGON_OFFSET_FILL),(D!==re||H!==ne)&&(D=re,H=ne,o.getReversed()&&(re=-re,ne=-ne),s.polygonOffset(re,ne))):Xe(s.POLYGON_OFFSET_FILL)}function vn(O){O?Me(s.SCISSOR_TEST):Xe(s.SCISSOR_TEST)}function Qt(O){O===void 0&&(O=s.TEXTURE0+Y-1),j!==O&&(s.activeTexture(O),j=O)}function cn(O,re,ne){ne===void 0&&(j===null?ne=s.TEXTURE0+Y-1:ne=j);let Se=se[ne];Se===void 0&&(Se={type:void 0,texture:void 0},se[ne]=Se),(Se.type!==O||Se.texture!==re)&&(j!==ne&&(s.activeTexture(ne),j=ne),s.bindTexture(O,re||Te[O]),Se.type=O,Se.texture=re)}function B(){let O=se[j];O!==void 0&&O.type!==void 0&&(s.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Re(){try{s.compressedTexImage2D(...arguments)}catch(O){et("WebGLState:",O)}}function Ze(){try{s.compressedTexImage3D(...arguments)}catch(O){et("WebGLState:",O)}}function lt(){try{s.texSubImage2D(...arguments)}catch(O){et("WebGLState:",O)}}function we(){try{s.texSubImage3D(...arguments)}catch(O){et("WebGLState:",O)}}function Ot(){try{s.compressedTexSubImage2D(...arguments)}catch(O){et("WebGLState:",O)}}function Ve(){try{s.compressedTexSubImage3D(...arguments)}catch(O){et("WebGLState:",O)}}function $e(){try{s.texStorage2D(...arguments)}catch(O){et("WebGLState:",O)}}function R(){try{s.texStorage3D(...arguments)}catch(O){et("WebGLState:",O)}}function M(){try{s.texImage2D(...arguments)}catch(O){et("WebGLState:",O)}}function X(){try{s.texImage3D(...arguments)}catch(O){et("WebGLState:",O)}}function he(O){return u[O]!==void 0?u[O]:s.getParameter(O)}function oe(O,re){u[O]!==re&&(s.pixelStorei(O,re),u[O]=re)}function ve(O){Q.equals(O)===!1&&(s.scissor(O.x,O.y,O.z,O.w),Q.copy(O))}function xe(O){me.equals(O)===!1&&(s.viewport(O.x,O.y,O.z,O.w),me.copy(O))}function te(O,re){let ne=c.get(re);ne===void 0&&(ne=new WeakMap,c.set(re,ne));let Se=ne.get(O);Se===void 0&&(Se=s.getUniformBlockIndex(re,O.name),s.uniformBlockBinding(re,Se,Se),ne.set(O,Se))}function ie(O,re,ne){let ge=c.get(re).get(O);l[ge]!==ne&&(s.bindBufferBase(s.UNIFORM_BUFFER,ge,ne),l[ge]=ne)}function pe(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),s.pixelStorei(s.PACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,!1),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,s.BROWSER_DEFAULT_WEBGL),s.pixelStorei(s.PACK_ROW_LENGTH,0),s.pixelStorei(s.PACK_SKIP_PIXELS,0),s.pixelStorei(s.PACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_ROW_LENGTH,0),s.pixelStorei(s.UNPACK_IMAGE_HEIGHT,0),s.pixelStorei(s.UNPACK_SKIP_PIXELS,0),s.pixelStorei(s.UNPACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,se={},d={},l={},f=new WeakMap,p=[],v=null,g=!1,m=null,x=null,T=null,b=null,C=null,A=null,y=null,E=new Le(0,0,0),F=0,I=!1,L=null,k=null,V=null,D=null,H=null,Q.set(0,0,s.canvas.width,s.canvas.height),me.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Me,disable:Xe,bindFramebuffer:at,drawBuffers:Ge,useProgram:ft,setBlending:Zt,setMaterial:Vt,setFlipSided:ln,setCullFace:Nt,setLineWidth:An,setPolygonOffset:bt,setScissorTest:vn,activeTexture:Qt,bindTexture:cn,unbindTexture:B,compressedTexImage2D:Re,compressedTexImage3D:Ze,texImage2D:M,texImage3D:X,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:$e,texStorage3D:R,texSubImage2D:lt,texSubImage3D:we,compressedTexSubImage2D:Ot,compressedTexSubImage3D:Ve,scissor:ve,viewport:xe,reset:pe}}function QM(s,e,t,n,i,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new it,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,v=new FinalizationRegistry(R=>p.delete(R)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(R,M){return g?new OffscreenCanvas(R,M):jo("canvas")}function x(R,M,X){let he=1,oe=$e(R);if((oe.width>X||oe.height>X)&&(he=X/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ve=Math.floor(he*oe.width),xe=Math.floor(he*oe.height);d===void 0&&(d=m(ve,xe));let te=M?m(ve,xe):d;return te.width=ve,te.height=xe,te.getContext("2d").drawImage(R,0,0,ve,xe),Je("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ve+"x"+xe+")."),te}else return"data"in R&&Je("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function T(R){return R.generateMipmaps}function b(R){s.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?s.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function A(R,M,X,he,oe,ve=!1){if(R!==null){if(s[R]!==void 0)return s[R];Je("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let xe;he&&(xe=e.get("EXT_texture_norm16"),xe||Je("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=M;if(M===s.RED&&(X===s.FLOAT&&(te=s.R32F),X===s.HALF_FLOAT&&(te=s.R16F),X===s.UNSIGNED_BYTE&&(te=s.R8),X===s.UNSIGNED_SHORT&&xe&&(te=xe.R16_EXT),X===s.SHORT&&xe&&(te=xe.R16_SNORM_EXT)),M===s.RED_INTEGER&&(X===s.UNSIGNED_BYTE&&(te=s.R8UI),X===s.UNSIGNED_SHORT&&(te=s.R16UI),X===s.UNSIGNED_INT&&(te=s.R32UI),X===s.BYTE&&(te=s.R8I),X===s.SHORT&&(te=s.R16I),X===s.INT&&(te=s.R32I)),M===s.RG&&(X===s.FLOAT&&(te=s.RG32F),X===s.HALF_FLOAT&&(te=s.RG16F),X===s.UNSIGNED_BYTE&&(te=s.RG8),X===s.UNSIGNED_SHORT&&xe&&(te=xe.RG16_EXT),X===s.SHORT&&xe&&(te=xe.RG16_SNORM_EXT)),M===s.RG_INTEGER&&(X===s.UNSIGNED_BYTE&&(te=s.RG8UI),X===s.UNSIGNED_SHORT&&(te=s.RG16UI),X===s.UNSIGNED_INT&&(te=s.RG32UI),X===s.BYTE&&(te=s.RG8I),X===s.SHORT&&(te=s.RG16I),X===s.INT&&(te=s.RG32I)),M===s.RGB_INTEGER&&(X===s.UNSIGNED_BYTE&&(te=s.RGB8UI),X===s.UNSIGNED_SHORT&&(te=s.RGB16UI),X===s.UNSIGNED_INT&&(te=s.RGB32UI),X===s.BYTE&&(te=s.RGB8I),X===s.SHORT&&(te=s.RGB16I),X===s.INT&&(te=s.RGB32I)),M===s.RGBA_INTEGER&&(X===s.UNSIGNED_BYTE&&(te=s.RGBA8UI),X===s.UNSIGNED_SHORT&&(te=s.RGBA16UI),X===s.UNSIGNED_INT&&(te=s.RGBA32UI),X===s.BYTE&&(te=s.RGBA8I),X===s.SHORT&&(te=s.RGBA16I),X===s.INT&&(te=s.RGBA32I)),M===s.RGB&&(X===s.UNSIGNED_SHORT&&xe&&(te=xe.RGB16_EXT),X===s.SHORT&&xe&&(te=xe.RGB16_SNORM_EXT),X===s.UNSIGNED_INT_5_9_9_9_REV&&(te=s.RGB9_E5),X===s.UNSIGNED_INT_10F_11F_11F_REV&&(te=s.R11F_G11F_B10F)),M===s.RGBA){let ie=ve?Ko:yt.getTransfer(oe);X===s.FLOAT&&(te=s.RGBA32F),X===s.HALF_FLOAT&&(te=s.RGBA16F),X===s.UNSIGNED_BYTE&&(te=ie===Rt?s.SRGB8_ALPHA8:s.RGBA8),X===s.UNSIGNED_SHORT&&xe&&(te=xe.RGBA16_EXT),X===s.SHORT&&xe&&(te=xe.RGBA16_SNORM_EXT),X===s.UNSIGNED_SHORT_4_4_4_4&&(te=s.RGBA4),X===s.UNSIGNED_SHORT_5_5_5_1&&(te=s.RGB5_A1)}return(te===s.R16F||te===s.R32F||te===s.RG16F||te===s.RG32F||te===s.RGBA16F||te===s.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function y(R,M){let X;return R?M===null||M===Oi||M===yr?X=s.DEPTH24_STENCIL8:M===jn?X=s.DEPTH32F_STENCIL8:M===po&&(X=s.DEPTH24_STENCIL8,Je("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Oi||M===yr?X=s.DEPTH_COMPONENT24:M===jn?X=s.DEPTH_COMPONENT32F:M===po&&(X=s.DEPTH_COMPONENT16),X}function E(R,M){return T(R)===!0||R.isFramebufferTexture&&R.minFilter!==rn&&R.minFilter!==xn?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function F(R){let M=new WeakRef(R);n.get(R).__ref=M,p.add(M),v.register(R,M,M)}function I(R){let M=n.get(R).__ref;M!==void 0&&(p.delete(M),v.unregister(M))}function L(R){V(R.target)}function k(R){D(R.target)}function V(R){R.removeEventListener("dispose",L),I(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function D(R){R.removeEventListener("dispose",k),I(R),ce(R)}function H(){for(let R of p){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):V(M))}p.clear(),u.clear()}function Y(R){let M=n.get(R);if(M.__webglInit===void 0)return;let X=R.source,he=f.get(X);if(he){let oe=he[M.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&W(R),Object.keys(he).length===0&&f.delete(X)}n.remove(R)}function W(R){let M=n.get(R);s.deleteTexture(M.__webglTexture);let X=R.source,he=f.get(X);delete he[M.__cacheKey],o.memory.textures--}function ce(R){let M=n.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&V(X),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(M.__webglFramebuffer[oe]))for(let ve=0;ve<M.__webglFramebuffer[oe].length;ve++)s.deleteFramebuffer(M.__webglFramebuffer[oe][ve]);else s.deleteFramebuffer(M.__webglFramebuffer[oe]);M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer[oe])}else{if(Array.isArray(M.__webglFramebuffer))for(let oe=0;oe<M.__webglFramebuffer.length;oe++)s.deleteFramebuffer(M.__webglFramebuffer[oe]);else s.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&s.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let oe=0;oe<M.__webglColorRenderbuffer.length;oe++)M.__webglColorRenderbuffer[oe]&&s.deleteRenderbuffer(M.__webglColorRenderbuffer[oe]);M.__webglDepthRenderbuffer&&s.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let he=R.textures;for(let oe=0,ve=he.length;oe<ve;oe++){let xe=n.get(he[oe]);xe.__webglTexture&&(s.deleteTexture(xe.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(R)}let J=0;function j(){J=0}function se(){return J}function de(R){J=R}function ue(){let R=J;return R>=i.maxTextures&&Je("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+i.maxTextures),J+=1,R}function Q(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function me(R,M){let X=n.get(R);if(R.isVideoTexture&&Ot(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let he=R.image;if(he===null)Je("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)Je("WebGLRenderer: Texture marked for update but image is incomplete");else{Vt(X,R,M);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(s.TEXTURE_2D,X.__webglTexture,s.TEXTURE0+M)}function ye(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Vt(X,R,M);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(s.TEXTURE_2D_ARRAY,X.__webglTexture,s.TEXTURE0+M)}function Te(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Vt(X,R,M);return}t.bindTexture(s.TEXTURE_3D,X.__webglTexture,s.TEXTURE0+M)}function Me(R,M){let X=n.get(R);if(R.version>0&&X.__version!==R.version){ln(X,R,M);return}t.bindTexture(s.TEXTURE_CUBE_MAP,X.__webglTexture,s.TEXTURE0+M)}let Xe={[no]:s.REPEAT,[Ji]:s.CLAMP_TO_EDGE,[kl]:s.MIRRORED_REPEAT},at={[rn]:s.NEAREST,[Kp]:s.NEAREST_MIPMAP_NEAREST,[ba]:s.NEAREST_MIPMAP_LINEAR,[xn]:s.LINEAR,[dc]:s.LINEAR_MIPMAP_NEAREST,[Fi]:s.LINEAR_MIPMAP_LINEAR},Ge={[tm]:s.NEVER,[ud]:s.ALWAYS,[nm]:s.LESS,[cd]:s.LEQUAL,[im]:s.EQUAL,[hd]:s.GEQUAL,[sm]:s.GREATER,[rm]:s.NOTEQUAL};function ft(R,M){if(M.type===jn&&e.has("OES_texture_float_linear")===!1&&(M.magFilter===xn||M.magFilter===dc||M.magFilter===ba||M.magFilter===Fi||M.minFilter===xn||M.minFilter===dc||M.minFilter===ba||M.minFilter===Fi)&&Je("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(R,s.TEXTURE_WRAP_S,Xe[M.wrapS]),s.texParameteri(R,s.TEXTURE_WRAP_T,Xe[M.wrapT]),(R===s.TEXTURE_3D||R===s.TEXTURE_2D_ARRAY)&&s.texParameteri(R,s.TEXTURE_WRAP_R,Xe[M.wrapR]),s.texParameteri(R,s.TEXTURE_MAG_FILTER,at[M.magFilter]),s.texParameteri(R,s.TEXTURE_MIN_FILTER,at[M.minFilter]),M.compareFunction&&(s.texParameteri(R,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(R,s.TEXTURE_COMPARE_FUNC,Ge[M.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===rn||M.minFilter!==ba&&M.minFilter!==Fi||M.type===jn&&e.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");s.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,i.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function ut(R,M){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",L),F(M));let he=M.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let ve=Q(M);if(ve!==R.__cacheKey){oe[ve]===void 0&&(oe[ve]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,X=!0),oe[ve].usedTimes++;let xe=oe[R.__cacheKey];xe!==void 0&&(oe[R.__cacheKey].usedTimes--,xe.usedTimes===0&&W(M)),R.__cacheKey=ve,R.__webglTexture=oe[ve].texture}return X}function rt(R,M,X){return Math.floor(Math.floor(R/X)/M)}function Zt(R,M,X,he){let ve=R.updateRanges;if(ve.length===0)t.texSubImage2D(s.TEXTURE_2D,0,0,0,M.width,M.height,X,he,M.data);else{ve.sort((O,re)=>O.start-re.start);let xe=0;for(let O=1;O<ve.length;O++){let re=ve[xe],ne=ve[O],Se=re.start+re.count,ge=rt(ne.start,M.width,4),be=rt(re.start,M.width,4);ne.start<=Se+1&&ge===be&&rt(ne.start+ne.count-1,M.width,4)===ge?re.count=Math.max(re.count,ne.start+ne.count-re.start):(++xe,ve[xe]=ne)}ve.length=xe+1;let te=t.getParameter(s.UNPACK_ROW_LENGTH),ie=t.getParameter(s.UNPACK_SKIP_PIXELS),pe=t.getParameter(s.UNPACK_SKIP_ROWS);t.pixelStorei(s.UNPACK_ROW_LENGTH,M.width);for(let O=0,re=ve.length;O<re;O++){let ne=ve[O],Se=Math.floor(ne.start/4),ge=Math.ceil(ne.count/4),be=Se%M.width,He=Math.floor(Se/M.width),je=ge,le=1;t.pixelStorei(s.UNPACK_SKIP_PIXELS,be),t.pixelStorei(s.UNPACK_SKIP_ROWS,He),t.texSubImage2D(s.TEXTURE_2D,0,be,He,je,le,X,he,M.data)}R.clearUpdateRanges(),t.pixelStorei(s.UNPACK_ROW_LENGTH,te),t.pixelStorei(s.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(s.UNPACK_SKIP_ROWS,pe)}}function Vt(R,M,X){let he=s.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(he=s.TEXTURE_2D_ARRAY),M.isData3DTexture&&(he=s.TEXTURE_3D);let oe=ut(R,M),ve=M.source;t.bindTexture(he,R.__webglTexture,s.TEXTURE0+X);let xe=n.get(ve);if(ve.version!==xe.__version||oe===!0){if(t.activeTexture(s.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let le=yt.getPrimaries(yt.workingColorSpace),Be=M.colorSpace===ws?null:yt.getPrimaries(M.colorSpace),Qe=M.colorSpace===ws||le===Be?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,Qe)}t.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment);let ie=x(M.image,!1,i.maxTextureSize);ie=Ve(M,ie);let pe=r.convert(M.format,M.colorSpace),O=r.convert(M.type),re=A(M.internalFormat,pe,O,M.normalized,M.colorSpace,M.isVideoTexture);ft(he,M);let ne,Se=M.mipmaps,ge=M.isVideoTexture!==!0,be=xe.__version===void 0||oe===!0,He=ve.dataReady,je=E(M,ie);if(M.isDepthTexture)re=y(M.format===Ms,M.type),be&&(ge?t.texStorage2D(s.TEXTURE_2D,1,re,ie.width,ie.height):t.texImage2D(s.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,O,null));else if(M.isDataTexture)if(Se.length>0){ge&&be&&t.texStorage2D(s.TEXTURE_2D,je,re,Se[0].width,Se[0].height);for(let le=0,Be=Se.length;le<Be;le++)ne=Se[le],ge?He&&t.texSubImage2D(s.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,O,ne.data):t.texImage2D(s.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,O,ne.data);M.generateMipmaps=!1}else ge?(be&&t.texStorage2D(s.TEXTURE_2D,je,re,ie.width,ie.height),He&&Zt(M,ie,pe,O)):t.texImage2D(s.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,O,ie.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){ge&&be&&t.texStorage3D(s.TEXTURE_2D_ARRAY,je,re,Se[0].width,Se[0].height,ie.depth);for(let le=0,Be=Se.length;le<Be;le++)if(ne=Se[le],M.format!==zn)if(pe!==null)if(ge){if(He)if(M.layerUpdates.size>0){let Qe=vd(ne.width,ne.height,M.format,M.type);for(let Ce of M.layerUpdates){let ht=ne.data.subarray(Ce*Qe/ne.data.BYTES_PER_ELEMENT,(Ce+1)*Qe/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,le,0,0,Ce,ne.width,ne.height,1,pe,ht)}}else t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(s.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,ne.data,0,0);else Je("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(s.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,O,ne.data):t.texImage3D(s.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,pe,O,ne.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(s.TEXTURE_2D,je,re,Se[0].width,Se[0].height);for(let le=0,Be=Se.length;le<Be;le++)ne=Se[le],M.format!==zn?pe!==null?ge?He&&t.compressedTexSubImage2D(s.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(s.TEXTURE_2D,le,re,ne.width,ne.height,0,ne.data):Je("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(s.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,O,ne.data):t.texImage2D(s.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,O,ne.data)}else if(M.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(s.TEXTURE_2D_ARRAY,je,re,ie.width,ie.height,ie.depth),He)if(M.layerUpdates.size>0){let le=vd(ie.width,ie.height,M.format,M.type);for(let Be of M.layerUpdates){let Qe=ie.data.subarray(Be*le/ie.data.BYTES_PER_ELEMENT,(Be+1)*le/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Be,ie.width,ie.height,1,pe,O,Qe)}M.clearLayerUpdates()}else t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,O,ie.data)}else t.texImage3D(s.TEXTURE_2D_ARRAY,0,re,ie.width,ie.height,ie.depth,0,pe,O,ie.data);else if(M.isData3DTexture)ge?(be&&t.texStorage3D(s.TEXTURE_3D,je,re,ie.width,ie.height,ie.depth),He&&t.texSubImage3D(s.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,O,ie.data)):t.texImage3D(s.TEXTURE_3D,0,re,ie.width,ie.height,ie.depth,0,pe,O,ie.data);else if(M.isFramebufferTexture){if(be)if(ge)t.texStorage2D(s.TEXTURE_2D,je,re,ie.width,ie.height);else{let le=ie.width,Be=ie.height;for(let Qe=0;Qe<je;Qe++)t.texImage2D(s.TEXTURE_2D,Qe,re,le,Be,0,pe,O,null),le>>=1,Be>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in s){let le=s.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ie.parentNode!==le){le.appendChild(ie),u.add(M),le.onpaint=Be=>{let Qe=Be.changedElements;for(let Ce of u)Qe.includes(Ce.image)&&(Ce.needsUpdate=!0)},le.requestPaint();return}if(s.texElementImage2D.length===3)s.texElementImage2D(s.TEXTURE_2D,s.RGBA8,ie);else{let Qe=s.RGBA,Ce=s.RGBA,ht=s.UNSIGNED_BYTE;s.texElementImage2D(s.TEXTURE_2D,0,Qe,Ce,ht,ie)}s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE)}}else if(Se.length>0){if(ge&&be){let le=$e(Se[0]);t.texStorage2D(s.TEXTURE_2D,je,re,le.width,le.height)}for(let le=0,Be=Se.length;le<Be;le++)ne=Se[le],ge?He&&t.texSubImage2D(s.TEXTURE_2D,le,0,0,pe,O,ne):t.texImage2D(s.TEXTURE_2D,le,re,pe,O,ne);M.generateMipmaps=!1}else if(ge){if(be){let le=$e(ie);t.texStorage2D(s.TEXTURE_2D,je,re,le.width,le.height)}He&&t.texSubImage2D(s.TEXTURE_2D,0,0,0,pe,O,ie)}else t.texImage2D(s.TEXTURE_2D,0,re,pe,O,ie);T(M)&&M.mipmapsAutoUpdate===!0&&b(he),xe.__version=ve.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function ln(R,M,X){if(M.image.length!==6)return;let he=ut(R,M),oe=M.source;t.bindTexture(s.TEXTURE_CUBE_MAP,R.__webglTexture,s.TEXTURE0+X);let ve=n.get(oe);if(oe.version!==ve.__version||he===!0){t.activeTexture(s.TEXTURE0+X);let xe=yt.getPrimaries(yt.workingColorSpace),te=M.colorSpace===ws?null:yt.getPrimaries(M.colorSpace),ie=M.colorSpace===ws||xe===te?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,re=[];for(let Ce=0;Ce<6;Ce++)!pe&&!O?re[Ce]=x(M.image[Ce],!0,i.maxCubemapSize):re[Ce]=O?M.image[Ce].image:M.image[Ce],re[Ce]=Ve(M,re[Ce]);let ne=re[0],Se=r.convert(M.format,M.colorSpace),ge=r.convert(M.type),be=A(M.internalFormat,Se,ge,M.normalized,M.colorSpace),He=M.isVideoTexture!==!0,je=ve.__version===void 0||he===!0,le=oe.dataReady,Be=E(M,ne);ft(s.TEXTURE_CUBE_MAP,M);let Qe;if(M.isDepthTexture){if(be=y(M.format===Ms,M.type),je)if(He)t.texStorage2D(s.TEXTURE_CUBE_MAP,1,be,ne.width,ne.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,ne.width,ne.height,0,Se,ge,null)}else if(pe){He&&je&&t.texStorage2D(s.TEXTURE_CUBE_MAP,Be,be,ne.width,ne.height);for(let Ce=0;Ce<6;Ce++){Qe=re[Ce].mipmaps;for(let ht=0;ht<Qe.length;ht++){let Gt=Qe[ht];M.format!==zn?Se!==null?He?le&&t.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht,0,0,Gt.width,Gt.height,Se,Gt.data):t.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht,be,Gt.width,Gt.height,0,Gt.data):Je("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?le&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht,0,0,Gt.width,Gt.height,Se,ge,Gt.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht,be,Gt.width,Gt.height,0,Se,ge,Gt.data)}}}else{if(Qe=M.mipmaps,He&&je){Qe.length>0&&Be++;let Ce=$e(re[0]);t.texStorage2D(s.TEXTURE_CUBE_MAP,Be,be,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(O){He?le&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,re[Ce].width,re[Ce].height,Se,ge,re[Ce].data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,re[Ce].width,re[Ce].height,0,Se,ge,re[Ce].data);for(let ht=0;ht<Qe.length;ht++){let Gn=Qe[ht].image[Ce].image;He?le&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht+1,0,0,Gn.width,Gn.height,Se,ge,Gn.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht+1,be,Gn.width,Gn.height,0,Se,ge,Gn.data)}}else{He?le&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,Se,ge,re[Ce]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,Se,ge,re[Ce]);for(let ht=0;ht<Qe.length;ht++){let Gt=Qe[ht];He?le&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht+1,0,0,Se,ge,Gt.image[Ce]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ht+1,be,Se,ge,Gt.image[Ce])}}}T(M)&&M.mipmapsAutoUpdate===!0&&b(s.TEXTURE_CUBE_MAP),ve.__version=oe.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Nt(R,M,X,he,oe,ve){let xe=r.convert(X.format,X.colorSpace),te=r.convert(X.type),ie=A(X.internalFormat,xe,te,X.normalized,X.colorSpace),pe=n.get(M),O=n.get(X);if(O.__renderTarget=M,!pe.__hasExternalTextures){let re=Math.max(1,M.width>>ve),ne=Math.max(1,M.height>>ve);oe===s.TEXTURE_3D||oe===s.TEXTURE_2D_ARRAY?t.texImage3D(oe,ve,ie,re,ne,M.depth,0,xe,te,null):t.texImage2D(oe,ve,ie,re,ne,0,xe,te,null)}t.bindFramebuffer(s.FRAMEBUFFER,R),we(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,he,oe,O.__webglTexture,0,lt(M)):(oe===s.TEXTURE_2D||oe>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,he,oe,O.__webglTexture,ve),t.bindFramebuffer(s.FRAMEBUFFER,null)}function An(R,M,X){if(s.bindRenderbuffer(s.RENDERBUFFER,R),M.depthBuffer){let he=M.depthTexture,oe=he&&he.isDepthTexture?he.type:null,ve=y(M.stencilBuffer,oe),xe=M.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;we(M)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,lt(M),ve,M.width,M.height):X?s.renderbufferStorageMultisample(s.RENDERBUFFER,lt(M),ve,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,ve,M.width,M.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,xe,s.RENDERBUFFER,R)}else{let he=M.textures;for(let oe=0;oe<he.length;oe++){let ve=he[oe],xe=r.convert(ve.format,ve.colorSpace),te=r.convert(ve.type),ie=A(ve.internalFormat,xe,te,ve.normalized,ve.colorSpace);we(M)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,lt(M),ie,M.width,M.height):X?s.renderbufferStorageMultisample(s.RENDERBUFFER,lt(M),ie,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,ie,M.width,M.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function bt(R,M,X){let he=M.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(s.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(M.depthTexture);oe.__renderTarget=M;let ve=he?M.depthTexture.image[0]:M.depthTexture.image;(!oe.__webglTexture||ve.width!==M.width||ve.height!==M.height)&&(ve.width=M.width,ve.height=M.height,M.depthTexture.needsUpdate=!0),he?Me(M.depthTexture,0):me(M.depthTexture,0);let xe=oe.__webglTexture,te=lt(M),ie=he?s.TEXTURE_CUBE_MAP_POSITIVE_X+X:s.TEXTURE_2D,pe=M.depthTexture.format===Ms?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;if(M.depthTexture.format===ys)we(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,pe,ie,xe,0,te):s.framebufferTexture2D(s.FRAMEBUFFER,pe,ie,xe,0);else if(M.depthTexture.format===Ms)we(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,pe,ie,xe,0,te):s.framebufferTexture2D(s.FRAMEBUFFER,pe,ie,xe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function vn(R){let M=n.get(R),X=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),he){let oe=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),M.__depthDisposeCallback=oe}M.__boundDepthTexture=he}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let he=0;he<6;he++)bt(M.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?bt(M.__webglFramebuffer[0],R,0):bt(M.__webglFramebuffer,R,0);else if(X){M.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[he]),M.__webglDepthbuffer[he]===void 0)M.__webglDepthbuffer[he]=s.createRenderbuffer(),An(M.__webglDepthbuffer[he],R,!1);else{let oe=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ve=M.__webglDepthbuffer[he];s.bindRenderbuffer(s.RENDERBUFFER,ve),s.framebufferRenderbuffer(s.FRAMEBUFFER,oe,s.RENDERBUFFER,ve)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[0]):t.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=s.createRenderbuffer(),An(M.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ve=M.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,ve),s.framebufferRenderbuffer(s.FRAMEBUFFER,oe,s.RENDERBUFFER,ve)}t.bindFramebuffer(s.FRAMEBUFFER,null)}function Qt(R,M,X){let he=n.get(R);M!==void 0&&Nt(he.__webglFramebuffer,R,R.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),X!==void 0&&vn(R)}function cn(R){let M=R.texture,X=n.get(R),he=n.get(M);R.addEventListener("dispose",k),F(R);let oe=R.textures,ve=R.isWebGLCubeRenderTarget===!0,xe=oe.length>1;if(xe||(he.__webglTexture===void 0&&(he.__webglTexture=s.createTexture()),he.__version=M.version,o.memory.textures++),ve){X.__webglFramebuffer=[];for(let te=0;te<6;te++)if(M.mipmaps.length>0){X.__webglFramebuffer[te]=[];for(let ie=0;ie<M.mipmaps.length;ie++)X.__webglFramebuffer[te][ie]=s.createFramebuffer()}else X.__webglFramebuffer[te]=s.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let te=0;te<M.mipmaps.length;te++)X.__webglFramebuffer[te]=s.createFramebuffer()}else X.__webglFramebuffer=s.createFramebuffer();if(xe)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=s.createTexture(),o.memory.textures++)}if(R.samples>0&&we(R)===!1){X.__webglMultisampledFramebuffer=s.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(s.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];X.__webglColorRenderbuffer[te]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,X.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),O=r.convert(ie.type),re=A(ie.internalFormat,pe,O,ie.normalized,ie.colorSpace,R.isXRRenderTarget===!0),ne=lt(R);s.renderbufferStorageMultisample(s.RENDERBUFFER,ne,re,R.width,R.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+te,s.RENDERBUFFER,X.__webglColorRenderbuffer[te])}s.bindRenderbuffer(s.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=s.createRenderbuffer(),An(X.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(s.FRAMEBUFFER,null)}}if(ve){t.bindTexture(s.TEXTURE_CUBE_MAP,he.__webglTexture),ft(s.TEXTURE_CUBE_MAP,M);for(let te=0;te<6;te++)if(M.mipmaps.length>0)for(let ie=0;ie<M.mipmaps.length;ie++)Nt(X.__webglFramebuffer[te][ie],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Nt(X.__webglFramebuffer[te],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);T(M)?b(s.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&s.texParameteri(s.TEXTURE_CUBE_MAP,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}else if(xe){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],O=n.get(pe),re=s.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(re,O.__webglTexture),ft(re,pe),Nt(X.__webglFramebuffer,R,pe,s.COLOR_ATTACHMENT0+te,re,0),T(pe)&&b(re)}t.unbindTexture()}else{let te=s.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(te=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),ft(te,M),M.mipmaps.length>0)for(let ie=0;ie<M.mipmaps.length;ie++)Nt(X.__webglFramebuffer[ie],R,M,s.COLOR_ATTACHMENT0,te,ie);else Nt(X.__webglFramebuffer,R,M,s.COLOR_ATTACHMENT0,te,0);T(M)?b(te):M.mipmaps.length>0&&s.texParameteri(te,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&vn(R)}function B(R){let M=R.textures;for(let X=0,he=M.length;X<he;X++){let oe=M[X];if(T(oe)&&oe.mipmapsAutoUpdate===!0){let ve=C(R),xe=n.get(oe).__webglTexture;t.bindTexture(ve,xe),b(ve),t.unbindTexture()}}}let Re=[];function Ze(R){if(R.samples>0){if(we(R)===!1){let M=R.textures,X=R.width,he=R.height,oe=s.COLOR_BUFFER_BIT,ve=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,xe=n.get(R),te=M.length>1;if(te)for(let pe=0;pe<M.length;pe++)t.bindFramebuffer(s.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+pe,s.RENDERBUFFER,null),t.bindFramebuffer(s.FRAMEBUFFER,xe.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+pe,s.TEXTURE_2D,null,0);t.bindFramebuffer(s.READ_FRAMEBUFFER,xe.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(s.DRAW_FRAMEBUFFER,xe.__webglFramebuffer[0]):t.bindFramebuffer(s.DRAW_FRAMEBUFFER,xe.__webglFramebuffer);for(let pe=0;pe<M.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=s.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=s.STENCIL_BUFFER_BIT)),te){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let O=n.get(M[pe]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,O,0)}s.blitFramebuffer(0,0,X,he,0,0,X,he,oe,s.NEAREST),l===!0&&(Re.length=0,Re.push(s.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Re.push(ve),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Re))}if(t.bindFramebuffer(s.READ_FRAMEBUFFER,null),t.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<M.length;pe++){t.bindFramebuffer(s.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+pe,s.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let O=n.get(M[pe]).__webglTexture;t.bindFramebuffer(s.FRAMEBUFFER,xe.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+pe,s.TEXTURE_2D,O,0)}t.bindFramebuffer(s.DRAW_FRAMEBUFFER,xe.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[M])}}}function lt(R){return Math.min(i.maxSamples,R.samples)}function we(R){let M=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ot(R){let M=o.render.frame;h.get(R)!==M&&(h.set(R,M),R.update())}function Ve(R,M){let X=R.colorSpace,he=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==Jo&&X!==ws&&(yt.getTransfer(X)===Rt?(he!==zn||oe!==ni)&&Je("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):et("WebGLTextures: Unsupported texture color space:",X)),M}function $e(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=j,this.getTextureUnits=se,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=ye,this.setTexture3D=Te,this.setTextureCube=Me,this.rebindTextures=Qt,this.setupRenderTarget=cn,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=Ze,this.setupDepthRenderbuffer=vn,this.setupFrameBufferTexture=Nt,this.useMultisampledRTT=we,this.dispose=H}function ew(s,e){function t(n,i=ws){let r,o=yt.getTransfer(i);if(n===ni)return s.UNSIGNED_BYTE;if(n===pc)return s.UNSIGNED_SHORT_4_4_4_4;if(n===mc)return s.UNSIGNED_SHORT_5_5_5_1;if(n===rd)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===od)return s.UNSIGNED_INT_10F_11F_11F_REV;if(n===id)return s.BYTE;if(n===sd)return s.SHORT;if(n===po)return s.UNSIGNED_SHORT;if(n===fc)return s.INT;if(n===Oi)return s.UNSIGNED_INT;if(n===jn)return s.FLOAT;if(n===Bi)return s.HALF_FLOAT;if(n===ad)return s.ALPHA;if(n===ld)return s.RGB;if(n===zn)return s.RGBA;if(n===ys)return s.DEPTH_COMPONENT;if(n===Ms)return s.DEPTH_STENCIL;if(n===gc)return s.RED;if(n===vc)return s.RED_INTEGER;if(n===$s)return s.RG;if(n===yc)return s.RG_INTEGER;if(n===xc)return s.RGBA_INTEGER;if(n===Ma||n===wa||n===Sa||n===Aa)if(o===Rt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ma)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===wa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Aa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ma)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===wa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Aa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===_c||n===bc||n===Mc||n===wc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===_c)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===bc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Mc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===wc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Sc||n===Ac||n===Ec||n===Tc||n===Cc||n===Ea||n===Rc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Sc||n===Ac)return o===Rt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Ec)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Tc)return r.COMPRESSED_R11_EAC;if(n===Cc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Ea)return r.COMPRESSED_RG11_EAC;if(n===Rc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Pc||n===Ic||n===Lc||n===Dc||n===Nc||n===Uc||n===Fc||n===Oc||n===Bc||n===kc||n===zc||n===Vc||n===Gc||n===Hc)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Pc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Ic)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Lc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Dc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Nc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Uc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Fc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Oc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Bc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===kc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===zc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Vc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Gc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Hc)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Wc||n===Xc||n===qc)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Wc)return o===Rt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Xc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===qc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Yc||n===$c||n===Ta||n===Zc)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Yc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===$c)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ta)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Zc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===yr?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:t}}var tw=`
void main() {
gl_Position = vec4( position, 1.0 );
}`,nw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;
void main() {
vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );
if ( coord.x >= 1.0 ) {
gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;
} else {
gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;
}
}`,Ed=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ca(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new kn({vertexShader:tw,fragmentShader:nw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Bt(new _s(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Td=class extends Ki{constructor(e,t){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,v=typeof XRWebGLBinding<"u",g=new Ed,m={},x=t.getContextAttributes(),T=null,b=null,C=[],A=[],y=new it,E=null,F=null,I=new $n;I.viewport=new Kt;let L=new $n;L.viewport=new Kt;let k=[I,L],V=new lc,D=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let me=C[Q];return me===void 0&&(me=new oo,C[Q]=me),me.getTargetRaySpace()},this.getControllerGrip=function(Q){let me=C[Q];return me===void 0&&(me=new oo,C[Q]=me),me.getGripSpace()},this.getHand=function(Q){let me=C[Q];return me===void 0&&(me=new oo,C[Q]=me),me.getHandSpace()};function Y(Q){let me=A.indexOf(Q.inputSource);if(me===-1)return;let ye=C[me];ye!==void 0&&(ye.update(Q.inputSource,Q.frame,c||o),ye.dispatchEvent({type:Q.type,data:Q.inputSource}))}function W(){i.removeEventListener("select",Y),i.removeEventListener("selectstart",Y),i.removeEventListener("selectend",Y),i.removeEventListener("squeeze",Y),i.removeEventListener("squeezestart",Y),i.removeEventListener("squeezeend",Y),i.removeEventListener("end",W),i.removeEventListener("inputsourceschange",ce);for(let Q=0;Q<C.length;Q++){let me=A[Q];me!==null&&(A[Q]=null,C[Q].disconnect(me))}D=null,H=null,g.reset();for(let Q in m)delete m[Q];if(e.setRenderTarget(T),f=null,d=null,u=null,i=null,b=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(E),e.setSize(y.width,y.height,!1),F!==null){let Q=F.camera;Q.fov=F.fov,Q.zoom=F.zoom,Q.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&Je("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&Je("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&v&&(u=new XRWebGLBinding(i,t)),u},this.getFrame=function(){return p},this.getSession=function(){return i},this.setSession=async function(Q){if(i=Q,i!==null){if(T=e.getRenderTarget(),i.addEventListener("select",Y),i.addEventListener("selectstart",Y),i.addEventListener("selectend",Y),i.addEventListener("squeeze",Y),i.addEventListener("squeezestart",Y),i.addEventListener("squeezeend",Y),i.addEventListener("end",W),i.addEventListener("inputsourceschange",ce),x.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(y),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let ye=null,Te=null,Me=null;x.depth&&(Me=x.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,ye=x.stencil?Ms:ys,Te=x.stencil?yr:Oi);let Xe={colorFormat:t.RGBA8,depthFormat:Me,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Xe),i.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),b=new ci(d.textureWidth,d.textureHeight,{format:zn,type:ni,depthTexture:new xs(d.textureWidth,d.textureHeight,Te,void 0,void 0,void 0,void 0,void 0,void 0,ye),stencilBuffer:x.stencil,colorSpace:e.outputColorSpace,samples:x.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let ye={antialias:x.antialias,alpha:!0,depth:x.depth,stencil:x.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,t,ye),i.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new ci(f.framebufferWidth,f.framebufferHeight,{format:zn,type:ni,colorSpace:e.outputColorSpace,stencilBuffer:x.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),ue.setContext(i),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function ce(Q){for(let me=0;me<Q.removed.length;me++){let ye=Q.removed[me],Te=A.indexOf(ye);Te>=0&&(A[Te]=null,C[Te].disconnect(ye))}for(let me=0;me<Q.added.length;me++){let ye=Q.added[me],Te=A.indexOf(ye);if(Te===-1){for(let Xe=0;Xe<C.length;Xe++)if(Xe>=A.length){A.push(ye),Te=Xe;break}else if(A[Xe]===null){A[Xe]=ye,Te=Xe;break}if(Te===-1)break}let Me=C[Te];Me&&Me.connect(ye)}}function J(Q,me){me===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(me.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(i===null)return;let me=Q.near,ye=Q.far;g.texture!==null&&(g.depthNear>0&&(me=g.depthNear),g.depthFar>0&&(ye=g.depthFar)),V.near=L.near=I.near=me,V.far=L.far=I.far=ye,(D!==V.near||H!==V.far)&&(i.updateRenderState({depthNear:V.near,depthFar:V.far}),D=V.near,H=V.far),V.layers.mask=Q.layers.mask|6,I.layers.mask=V.layers.mask&-5,L.layers.mask=V.layers.mask&-3;let Te=Q.parent,Me=V.cameras;J(V,Te);for(let Xe=0;Xe<Me.length;Xe++)J(Me[Xe],Te);V.projectionMatrix.copy(I.projectionMatrix),V.projectionMatrixInverse.copy(I.projectionMatrixInverse),F===null&&Q.isPerspectiveCamera&&(F={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,V,Te)};function j(Q,me,ye){ye===null?Q.matrix.copy(me.matrixWorld):(Q.matrix.copy(ye.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(me.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(me.projectionMatrix),Q.projectionMatrixInverse.copy(me.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Vl*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(V)},this.getCameraTexture=function(Q){return m[Q]};let se=null;function de(Q,me){if(h=me.getViewerPose(c||o),p=me,h!==null){let ye=h.views;f!==null&&(e.setRenderTargetFramebuffer(b,f.framebuffer),e.setRenderTarget(b));let Te=!1;ye.length!==V.cameras.length&&(V.cameras.length=0,Te=!0);for(let Ge=0;Ge<ye.length;Ge++){let ft=ye[Ge],ut=null;if(f!==null)ut=f.getViewport(ft);else{let Zt=u.getViewSubImage(d,ft);ut=Zt.viewport,Ge===0&&(e.setRenderTargetTextures(b,Zt.colorTexture,Zt.depthStencilTexture),e.setRenderTarget(b))}let rt=k[Ge];rt===void 0&&(rt=new $n,rt.layers.enable(Ge),rt.viewport=new Kt,k[Ge]=rt),rt.matrix.fromArray(ft.transform.matrix),rt.matrix.decompose(rt.position,rt.quaternion,rt.scale),rt.projectionMatrix.fromArray(ft.projectionMatrix),rt.projectionMatrixInverse.copy(rt.projectionMatrix).invert(),rt.viewport.set(ut.x,ut.y,ut.width,ut.height),Ge===0&&(V.matrix.copy(rt.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),Te===!0&&V.cameras.push(rt)}let Me=i.enabledFeatures;if(Me&&Me.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&v){u=n.getBinding();let Ge=u.getDepthInformation(ye[0]);Ge&&Ge.isValid&&Ge.texture&&g.init(Ge,i.renderState)}if(Me&&Me.includes("camera-access")&&v){e.state.unbindTexture(),u=n.getBinding();for(let Ge=0;Ge<ye.length;Ge++){let ft=ye[Ge].camera;if(ft){let ut=m[ft];ut||(ut=new ca,m[ft]=ut);let rt=u.getCameraImage(ft);ut.sourceTexture=rt}}}}for(let ye=0;ye<C.length;ye++){let Te=A[ye],Me=C[ye];Te!==null&&Me!==void 0&&Me.update(Te,me,c||o)}se&&se(Q,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),p=null}let ue=new Om;ue.setAnimationLoop(de),this.setAnimationLoop=function(Q){se=Q},this.dispose=function(){}}},iw=new We,Ym=new tt;Ym.set(-1,0,0,0,1,0,0,0,1);function sw(s,e){function t(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function n(g,m){m.color.getRGB(g.fogColor.value,pd(s)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function i(g,m,x,T,b){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(g,m):m.isMeshLambertMaterial?(r(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(g,m),u(g,m)):m.isMeshPhongMaterial?(r(g,m),h(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(g,m),d(g,m),m.isMeshPhysicalMaterial&&f(g,m,b)):m.isMeshMatcapMaterial?(r(g,m),p(g,m)):m.isMeshDepthMaterial?r(g,m):m.isMeshDistanceMaterial?(r(g,m),v(g,m)):m.isMeshNormalMaterial?r(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,x,T):m.isSpriteMaterial?c(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,t(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===Jn&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,t(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===Jn&&g.normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,t(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,t(m.specularMap,g.specularMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let x=e.get(m),T=x.envMap,b=x.envMapRotation;T&&(g.envMap.value=T,g.envMapRotation.value.setFromMatrix4(iw.makeRotationFromEuler(b)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(Ym),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.scale.value=m.scale}function l(g,m,x,T){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*x,g.scale.value=T*.5,m.map&&(g.map.value=m.map,t(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.rotation,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function h(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function u(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function d(g,m){g.metalness.value=m.metalness,m.metalnessMap&&(g.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function f(g,m,x){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Jn&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=m.transmission,g.transmissionSamplerMap.value=x.texture,g.transmissionSamplerSize.value.set(x.width,x.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=m.specularColorMap,t(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,g.specularIntensityMapTransform))}function p(g,m){m.matcap&&(g.matcap.value=m.matcap)}function v(g,m){let x=e.get(m).light;g.referencePosition.value.setFromMatrixPosition(x.matrixWorld),g.nearDistance.value=x.shadow.camera.near,g.farDistance.value=x.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function rw(s,e,t,n){let i={},r={};function o(x,T){let b=T.program;n.uniformBlockBinding(x,b,i[x.id])}function a(x,T){let b=i[x.id];b===void 0&&(p(x),b=l(x),i[x.id]=b,x.addEventListener("dispose",g));let C=T.program;n.updateUBOMapping(x,C);let A=e.render.frame;r[x.id]!==A&&(c(x),r[x.id]=A)}function l(x){let T=s.createBuffer(),b=x.__size,C=x.usage;return s.bindBuffer(s.UNIFORM_BUFFER,T),s.bufferData(s.UNIFORM_BUFFER,b,C),s.bindBuffer(s.UNIFORM_BUFFER,null),T}function c(x){let T=i[x.id],b=x.uniforms,C=x.__cache;s.bindBuffer(s.UNIFORM_BUFFER,T);for(let A=0,y=b.length;A<y;A++){let E=b[A];if(Array.isArray(E))for(let F=0,I=E.length;F<I;F++)h(E[F],A,F,C);else h(E,A,0,C)}s.bindBuffer(s.UNIFORM_BUFFER,null)}function h(x,T,b,C){if(d(x,T,b,C)===!0){let A=x.__offset,y=x.value;if(Array.isArray(y)){let E=0;for(let F=0;F<y.length;F++){let I=y[F],L=v(I,!0);u(I,x.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(y,x.__data,0);s.bufferSubData(s.UNIFORM_BUFFER,A,x.__data)}}function u(x,T,b){typeof x=="number"||typeof x=="boolean"?T[b]=x:x.isMatrix3?(T[b]=x.elements[0],T[b+1]=x.elements[1],T[b+2]=x.elements[2],T[b+3]=0,T[b+4]=x.elements[3],T[b+5]=x.elements[4],T[b+6]=x.elements[5],T[b+7]=0,T[b+8]=x.elements[6],T[b+9]=x.elements[7],T[b+10]=x.elements[8],T[b+11]=0):ArrayBuffer.isView(x)?T.set(x.subarray(0,T.length-b),b):x.toArray(T,b)}function d(x,T,b,C){let A=x.value,y=T+"_"+b;if(Array.isArray(A)){C[y]===void 0&&(C[y]=[]);let E=C[y],F=!1;for(let I=0;I<A.length;I++)f(A[I],E,I)===!0&&(F=!0);return F}return f(A,C,y)}function f(x,T,b){if(T[b]===void 0)return typeof x=="number"||typeof x=="boolean"?T[b]=x:ArrayBuffer.isView(x)?T[b]=x.slice():T[b]=x.clone(),!0;{let C=T[b];if(typeof x=="number"||typeof x=="boolean"){if(C!==x)return T[b]=x,!0}else{if(ArrayBuffer.isView(x))return!0;if(C.equals(x)===!1)return C.copy(x),!0}}return!1}function p(x){let T=x.uniforms,b=0,C=16;for(let y=0,E=T.length;y<E;y++){let F=Array.isArray(T[y])?T[y]:[T[y]];for(let I=0,L=F.length;I<L;I++){let k=F[I],V=Array.isArray(k.value)?k.value:[k.value],D=Array.isArray(T[y])||Array.isArray(k.value),H=b;for(let W=0,ce=V.length;W<ce;W++){let J=V[W],j=v(J,D),se=b%C,de=se%j.boundary,ue=se+de;b+=de,ue!==0&&C-ue<j.storage&&(b+=C-ue),W===0&&(H=b),b+=j.storage}let Y=k.type==="int"?Int32Array:k.type==="uint"?Uint32Array:Float32Array;k.__data=new Y((b-H)/Float32Array.BYTES_PER_ELEMENT),k.__offset=H}}let A=b%C;return A>0&&(b+=C-A),x.__size=b,x.__cache={},this}function v(x,T){let b={boundary:0,storage:0};return typeof x=="number"||typeof x=="boolean"?(b.boundary=4,b.storage=4):x.isVector2?(b.boundary=8,b.storage=8):x.isVector3||x.isColor?(b.boundary=16,b.storage=12):x.isVector4?(b.boundary=16,b.storage=16):x.isMatrix3?(b.boundary=16,b.storage=48):x.isMatrix4?(b.boundary=16,b.storage=64):x.isTexture?Je("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(x)?(b.boundary=16,b.storage=x.byteLength):Je("WebGLRenderer: Unsupported uniform value type.",x),T===!0&&(b.boundary=16,b.storage=Math.ceil(b.storage/16)*16),b}function g(x){let T=x.target;T.removeEventListener("dispose",g),s.deleteBuffer(i[T.id]),delete i[T.id],delete r[T.id]}function m(){for(let x in i)s.deleteBuffer(i[x]);i={},r={}}return{bind:o,update:a,dispose:m}}var ow=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),is=null;function aw(){return is===null&&(is=new es(ow,16,16,$s,Bi),is.name="DFG_LUT",is.minFilter=xn,is.magFilter=xn,is.wrapS=Ji,is.wrapT=Ji,is.generateMipmaps=!1,is.needsUpdate=!0),is}var Qc=class{constructor(e={}){let{canvas:t=am(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ni}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let v=f,g=new Set([xc,yc,vc]),m=new Set([ni,Oi,po,yr,pc,mc]),x=new Uint32Array(4),T=new Int32Array(4),b={textures:[],min:[],max:[],resolution:[]},C=null,A=null,y=[],E=[],F=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ns,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,L=!1,k=null,V=null,D=null,H=null;this._outputColorSpace=Yn;let Y=0,W=0,ce=null,J=-1,j=null,se=new Kt,de=new Kt,ue=null,Q=new Le(0),me=0,ye=t.width,Te=t.height,Me=1,Xe=null,at=null,Ge=new Kt(0,0,ye,Te),ft=new Kt(0,0,ye,Te),ut=!1,rt=new Bs,Zt=new Xl,Vt=!1,ln=!1,Nt=new We,An=new U,bt=new Kt,vn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Qt=!1;function cn(){return ce===null?Me:1}let B=n;function Re(S,z){return t.getContext(S,z)}let Ze,lt,we,Ot,Ve,$e,R,M,X,he,oe,ve,xe,te,ie,pe,O,re,ne,Se,ge,be,He;try{let S={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Be,!1),t.addEventListener("webglcontextrestored",Qe,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),B===null){let z="webgl2";if(B=Re(z,S),B===null)throw Re(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}je()}catch(S){throw t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Qe,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),et("WebGLRenderer: "+S.message),S}function je(){Ze=new yb(B),Ze.init(),ge=new ew(B,Ze),lt=new ab(B,Ze,e,ge),we=new jM(B,Ze),lt.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),V=B.createFramebuffer(),D=B.createFramebuffer(),H=B.createFramebuffer(),Ot=new bb(B),Ve=new BM,$e=new QM(B,Ze,we,Ve,lt,ge,Ot),R=new vb(I),M=new wy(B),be=new rb(B,M),X=new xb(B,M,Ot,be),he=new wb(B,X,M,be,Ot),re=new Mb(B,lt,$e),ie=new lb(Ve),oe=new OM(I,R,Ze,lt,be,ie),ve=new sw(I,Ve),xe=new zM,te=new qM(Ze),O=new sb(I,R,we,he,p,l),pe=new KM(I,he,lt),He=new rw(B,Ot,lt,we),ne=new ob(B,Ze,Ot),Se=new _b(B,Ze,Ot),Ot.programs=oe.programs,I.capabilities=lt,I.extensions=Ze,I.properties=Ve,I.renderLists=xe,I.shadowMap=pe,I.state=we,I.info=Ot}v!==ni&&(F=new Ab(v,t.width,t.height,a,i,r));let le=new Td(I,B);this.xr=le,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let S=Ze.get("WEBGL_lose_context");S&&S.loseContext()},this.forceContextRestore=function(){let S=Ze.get("WEBGL_lose_context");S&&S.restoreContext()},this.getPixelRatio=function(){return Me},this.setPixelRatio=function(S){S!==void 0&&(Me=S,this.setSize(ye,Te,!1))},this.getSize=function(S){return S.set(ye,Te)},this.setSize=function(S,z,K=!0){if(le.isPresenting){Je("WebGLRenderer: Can't change size while VR device is presenting.");return}ye=S,Te=z,t.width=Math.floor(S*Me),t.height=Math.floor(z*Me),K===!0&&(t.style.width=S+"px",t.style.height=z+"px"),F!==null&&F.setSize(t.width,t.height),this.setViewport(0,0,S,z)},this.getDrawingBufferSize=function(S){return S.set(ye*Me,Te*Me).floor()},this.setDrawingBufferSize=function(S,z,K){ye=S,Te=z,Me=K,t.width=Math.floor(S*K),t.height=Math.floor(z*K),this.setViewport(0,0,S,z)},this.setEffects=function(S){if(v===ni){et("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(S){for(let z=0;z<S.length;z++)if(S[z].isOutputPass===!0){Je("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(S||[])},this.getCurrentViewport=function(S){return S.copy(se)},this.getViewport=function(S){return S.copy(Ge)},this.setViewport=function(S,z,K,q){S.isVector4?Ge.set(S.x,S.y,S.z,S.w):Ge.set(S,z,K,q),we.viewport(se.copy(Ge).multiplyScalar(cn()).round())},this.getScissor=function(S){return S.copy(ft)},this.setScissor=function(S,z,K,q){S.isVector4?ft.set(S.x,S.y,S.z,S.w):ft.set(S,z,K,q),we.scissor(de.copy(ft).multiplyScalar(cn()).round())},this.getScissorTest=function(){return ut},this.setScissorTest=function(S){we.setScissorTest(ut=S)},this.setOpaqueSort=function(S){Xe=S},this.setTransparentSort=function(S){at=S},this.getClearColor=function(S){return S.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(S=!0,z=!0,K=!0){let q=0;if(S){let $=!1;if(ce!==null){let Ae=ce.texture.format;$=g.has(Ae)}if($){let Ae=ce.texture.type,Pe=m.has(Ae),Ee=O.getClearColor(),Ie=O.getClearAlpha(),ze=Ee.r,nt=Ee.g,pt=Ee.b;Pe?(x[0]=ze,x[1]=nt,x[2]=pt,x[3]=Ie,B.clearBufferuiv(B.COLOR,0,x)):(T[0]=ze,T[1]=nt,T[2]=pt,T[3]=Ie,B.clearBufferiv(B.COLOR,0,T))}else q|=B.COLOR_BUFFER_BIT}z&&(q|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(q|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&B.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(S){S.setRenderer(this),k=S},this.dispose=function(){t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Qe,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),O.dispose(),xe.dispose(),te.dispose(),$e.dispose(),Ve.dispose(),R.dispose(),he.dispose(),X.dispose(),be.dispose(),He.dispose(),oe.dispose(),le.dispose(),le.removeEventListener("sessionstart",Ja),le.removeEventListener("sessionend",Gi),os.stop()};function Be(S){S.preventDefault(),dd("WebGLRenderer: Context Lost."),L=!0}function Qe(){dd("WebGLRenderer: Context Restored."),L=!1;let S=Ot.autoReset,z=pe.enabled,K=pe.autoUpdate,q=pe.needsUpdate,$=pe.type;je(),Ot.autoReset=S,pe.enabled=z,pe.autoUpdate=K,pe.needsUpdate=q,pe.type=$}function Ce(S){et("WebGLRenderer: A WebGL context could not be created. Reason: ",S.statusMessage)}function ht(S){let z=S.target;z.removeEventListener("dispose",ht),Gt(z)}function Gt(S){Gn(S),Ve.remove(S)}function Gn(S){let z=Ve.get(S).programs;z!==void 0&&(z.forEach(function(K){oe.releaseProgram(K)}),S.isShaderMaterial&&oe.releaseShaderCache(S))}this.renderBufferDirect=function(S,z,K,q,$,Ae){z===null&&(z=vn);let Pe=$.isMesh&&$.matrixWorld.determinantAffine()<0,Ee=Fo(S,z,K,q,$);we.setMaterial(q,Pe);let Ie=K.index,ze=1;if(q.wireframe===!0){if(Ie=X.getWireframeAttribute(K),Ie===void 0)return;ze=2}let nt=K.drawRange,pt=K.attributes.position,ke=nt.start*ze,mt=(nt.start+nt.count)*ze;Ae!==null&&(ke=Math.max(ke,Ae.start*ze),mt=Math.min(mt,(Ae.start+Ae.count)*ze)),Ie!==null?(ke=Math.max(ke,0),mt=Math.min(mt,Ie.count)):pt!=null&&(ke=Math.max(ke,0),mt=Math.min(mt,pt.count));let jt=mt-ke;if(jt<0||jt===1/0)return;be.setup($,q,Ee,K,Ie);let It,Lt=ne;if(Ie!==null&&(It=M.get(Ie),Lt=Se,Lt.setIndex(It)),$.isMesh)q.wireframe===!0?(we.setLineWidth(q.wireframeLinewidth*cn()),Lt.setMode(B.LINES)):Lt.setMode(B.TRIANGLES);else if($.isLine){let yn=q.linewidth;yn===void 0&&(yn=1),we.setLineWidth(yn*cn()),$.isLineSegments?Lt.setMode(B.LINES):$.isLineLoop?Lt.setMode(B.LINE_LOOP):Lt.setMode(B.LINE_STRIP)}else $.isPoints?Lt.setMode(B.POINTS):$.isSprite&&Lt.setMode(B.TRIANGLES);if($.isBatchedMesh)if(Ze.get("WEBGL_multi_draw"))Lt.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let yn=$._multiDrawStarts,Fe=$._multiDrawCounts,hn=$._multiDrawCount,vt=Ie?M.get(Ie).bytesPerElement:1,ls=Ve.get(q).currentProgram.getUniforms();for(let un=0;un<hn;un++)ls.setValue(B,"_gl_DrawID",un),Lt.render(yn[un]/vt,Fe[un])}else if($.isInstancedMesh)Lt.renderInstances(ke,jt,$.count);else if(K.isInstancedBufferGeometry){let yn=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Fe=Math.min(K.instanceCount,yn);Lt.renderInstances(ke,jt,Fe)}else Lt.render(ke,jt)};function Do(S,z,K,q){k!==null&&S.isNodeMaterial&&k.setObject(q,S),Vt===!0&&ie.setState(S,K,!1),S.transparent===!0&&S.side===Kn&&S.forceSinglePass===!1?(S.side=Jn,S.needsUpdate=!0,Hi(S,z,q),S.side=Ys,S.needsUpdate=!0,Hi(S,z,q),S.side=Kn):Hi(S,z,q)}this.compile=function(S,z,K=null){K===null&&(K=S),k!==null&&k.renderStart(S,z,K),A=te.get(K),A.init(z),E.push(A),K.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(A.pushLight($),$.castShadow&&A.pushShadow($))}),S!==K&&S.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(A.pushLight($),$.castShadow&&A.pushShadow($))}),A.setupLights(),k!==null&&k.updateLights(A.state.lightsArray),ln=this.localClippingEnabled,Vt=ie.init(this.clippingPlanes,ln),Vt===!0&&ie.setGlobalState(this.clippingPlanes,z),k!==null&&pe.render(A.state.shadowsArray,K,z);let q=new Set;return S.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Ae=$.material;if(Ae)if(Array.isArray(Ae))for(let Pe=0;Pe<Ae.length;Pe++){let Ee=Ae[Pe];Do(Ee,K,z,$),q.add(Ee)}else Do(Ae,K,z,$),q.add(Ae)}),A=E.pop(),k!==null&&k.renderEnd(),q},this.compileAsync=function(S,z,K=null){let q=this.compile(S,z,K);return new Promise($=>{function Ae(){if(q.forEach(function(Pe){let Ie=Ve.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&q.delete(Pe)}),q.size===0){$(S);return}setTimeout(Ae,10)}Ze.get("KHR_parallel_shader_compile")!==null?Ae():setTimeout(Ae,10)})};let Rr=null;function Qh(S){Rr&&Rr(S)}function Ja(){os.stop()}function Gi(){os.start()}let os=new Om;os.setAnimationLoop(Qh),typeof self<"u"&&os.setContext(self),this.setAnimationLoop=function(S){Rr=S,le.setAnimationLoop(S),S===null?os.stop():os.start()},le.addEventListener("sessionstart",Ja),le.addEventListener("sessionend",Gi),this.render=function(S,z){if(z!==void 0&&z.isCamera!==!0){et("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;k!==null&&k.renderStart(S,z);let K=le.enabled===!0&&le.isPresenting===!0,q=F!==null&&(ce===null||K)&&F.begin(I,ce);if(S.matrixWorldAutoUpdate===!0&&S.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(z),z=le.getCamera()),S.isScene===!0&&S.onBeforeRender(I,S,z,ce),A=te.get(S,E.length),A.init(z),A.state.textureUnits=$e.getTextureUnits(),E.push(A),Nt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?Zt.setFromArrayCamera(z):rt.setFromProjectionMatrix(Nt,xi,z.reversedDepth),ln=this.localClippingEnabled,Vt=ie.init(this.clippingPlanes,ln),C=xe.get(S,y.length),C.init(),y.push(C),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Pe=I.xr.getDepthSensingMesh();Pe!==null&&as(Pe,z,-1/0,I.sortObjects)}as(S,z,0,I.sortObjects),C.finish(),k!==null&&k.updateLights(A.state.lightsArray),I.sortObjects===!0&&C.sort(Xe,at),Qt=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,Qt&&O.addToRenderList(C,S),this.info.autoReset===!0&&this.info.reset(),Vt===!0&&ie.beginShadows();let $=A.state.shadowsArray;if(pe.render($,S,z),Vt===!0&&ie.endShadows(),(q&&F.hasRenderPass())===!1){let Pe=C.opaque,Ee=C.transmissive;if(A.setupLights(),z.isArrayCamera){let Ie=z.cameras;if(Ee.length>0)for(let ze=0,nt=Ie.length;ze<nt;ze++){let pt=Ie[ze];Ti(Pe,Ee,S,pt)}Qt&&O.render(S);for(let ze=0,nt=Ie.length;ze<nt;ze++){let pt=Ie[ze];No(C,S,pt,pt.viewport)}}else Ee.length>0&&Ti(Pe,Ee,S,z),Qt&&O.render(S),No(C,S,z)}ce!==null&&W===0&&($e.updateMultisampleRenderTarget(ce),$e.updateRenderTargetMipmap(ce)),q&&F.end(I),S.isScene===!0&&S.onAfterRender(I,S,z),be.resetDefaultState(),J=-1,j=null,E.pop(),E.length>0?(A=E[E.length-1],$e.setTextureUnits(A.state.textureUnits),Vt===!0&&ie.setGlobalState(I.clippingPlanes,A.state.camera)):A=null,y.pop(),y.length>0?C=y[y.length-1]:C=null,k!==null&&k.renderEnd()};function as(S,z,K,q){if(S.visible===!1)return;if(S.layers.test(z.layers)){if(S.isGroup)K=S.renderOrder;else if(S.isLOD)S.autoUpdate===!0&&S.update(z);else if(S.isLight)A.pushLight(S),S.castShadow&&A.pushShadow(S);else if(S.isSprite){let Pe=z.isArrayCamera?Zt:rt;if(!S.frustumCulled||S.intersectsFrustum(Pe)){q&&bt.setFromMatrixPosition(S.matrixWorld).applyMatrix4(Nt);let Ee=he.update(S),Ie=S.material;Ie.visible&&C.push(S,Ee,Ie,K,bt.z,null,z)}}else if(S.isMesh||S.isLine||S.isPoints){let Pe=z.isArrayCamera?Zt:rt;if(!S.frustumCulled||S.intersectsFrustum(Pe)){let Ee=he.update(S),Ie=S.material;if(q&&(S.boundingSphere!==void 0?(S.boundingSphere===null&&S.computeBoundingSphere(),bt.copy(S.boundingSphere.center)):(Ee.boundingSphere===null&&Ee.computeBoundingSphere(),bt.copy(Ee.boundingSphere.center)),bt.applyMatrix4(S.matrixWorld).applyMatrix4(Nt)),Array.isArray(Ie)){let ze=Ee.groups;for(let nt=0,pt=ze.length;nt<pt;nt++){let ke=ze[nt],mt=Ie[ke.materialIndex];mt&&mt.visible&&C.push(S,Ee,mt,K,bt.z,ke,z)}}else Ie.visible&&C.push(S,Ee,Ie,K,bt.z,null,z)}}}let Ae=S.children;for(let Pe=0,Ee=Ae.length;Pe<Ee;Pe++)as(Ae[Pe],z,K,q)}function No(S,z,K,q){let{opaque:$,transmissive:Ae,transparent:Pe}=S;A.setupLightsView(K),Vt===!0&&ie.setGlobalState(I.clippingPlanes,K),q&&we.viewport(se.copy(q)),$.length>0&&en($,z,K),Ae.length>0&&en(Ae,z,K),Pe.length>0&&en(Pe,z,K),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function Ti(S,z,K,q){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[q.id]===void 0){let ke=Ze.has("EXT_color_buffer_half_float")||Ze.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[q.id]=new ci(1,1,{generateMipmaps:!0,type:ke?Bi:ni,minFilter:Fi,samples:Math.max(4,lt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:yt.workingColorSpace})}let Ae=A.state.transmissionRenderTarget[q.id],Pe=q.viewport||se;Ae.setSize(Pe.z*I.transmissionResolutionScale,Pe.w*I.transmissionResolutionScale);let Ee=I.getRenderTarget(),Ie=I.getActiveCubeFace(),ze=I.getActiveMipmapLevel();I.setRenderTarget(Ae),I.getClearColor(Q),me=I.getClearAlpha(),me<1&&I.setClearColor(16777215,.5),I.clear(),Qt&&O.render(K);let nt=I.toneMapping;I.toneMapping=ns;let pt=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),A.setupLightsView(q),Vt===!0&&ie.setGlobalState(I.clippingPlanes,q),en(S,K,q),$e.updateMultisampleRenderTarget(Ae),$e.updateRenderTargetMipmap(Ae),Ze.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let mt=0,jt=z.length;mt<jt;mt++){let It=z[mt],{object:Lt,geometry:yn,material:Fe,group:hn}=It;if(Fe.side===Kn&&Lt.layers.test(q.layers)){let vt=Fe.side;Fe.side=Jn,Fe.needsUpdate=!0,on(Lt,K,q,yn,Fe,hn),Fe.side=vt,Fe.needsUpdate=!0,ke=!0}}ke===!0&&($e.updateMultisampleRenderTarget(Ae),$e.updateRenderTargetMipmap(Ae))}I.setRenderTarget(Ee,Ie,ze),I.setClearColor(Q,me),pt!==void 0&&(q.viewport=pt),I.toneMapping=nt}function en(S,z,K){let q=z.isScene===!0?z.overrideMaterial:null;for(let $=0,Ae=S.length;$<Ae;$++){let Pe=S[$],{object:Ee,geometry:Ie,group:ze}=Pe,nt=Pe.material;nt.allowOverride===!0&&q!==null&&(nt=q),Ee.layers.test(K.layers)&&on(Ee,z,K,Ie,nt,ze)}}function on(S,z,K,q,$,Ae){k!==null&&$.isNodeMaterial&&k.setObject(S,$),S.onBeforeRender(I,z,K,q,$,Ae),S.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,S.matrixWorld),S.normalMatrix.getNormalMatrix(S.modelViewMatrix),$.onBeforeRender(I,z,K,q,S,Ae),$.transparent===!0&&$.side===Kn&&$.forceSinglePass===!1?($.side=Jn,$.needsUpdate=!0,I.renderBufferDirect(K,z,q,$,S,Ae),$.side=Ys,$.needsUpdate=!0,I.renderBufferDirect(K,z,q,$,S,Ae),$.side=Kn):I.renderBufferDirect(K,z,q,$,S,Ae),S.onAfterRender(I,z,K,q,$,Ae)}function an(S){let z=0;for(let K of S)K.texture!==null&&z++;return z}function Hi(S,z,K){z.isScene!==!0&&(z=vn);let q=Ve.get(S),$=A.state.lights,Ae=A.state.shadowsArray,Pe=$.state.version,Ee=oe.getParameters(S,$.state,Ae,z,K,A.state.lightProbeGridArray),Ie=oe.getProgramCacheKey(Ee),ze=q.programs;q.environment=S.isMeshStandardMaterial||S.isMeshLambertMaterial||S.isMeshPhongMaterial?z.environment:null,q.fog=z.fog;let nt=S.isMeshStandardMaterial||S.isMeshLambertMaterial&&!S.envMap||S.isMeshPhongMaterial&&!S.envMap;q.envMap=R.get(S.envMap||q.environment,nt),q.envMapRotation=q.environment!==null&&S.envMap===null?z.environmentRotation:S.envMapRotation,ze===void 0&&(S.addEventListener("dispose",ht),ze=new Map,q.programs=ze,q.programVariants=new Map);let pt=ze.get(Ie);if(pt!==void 0){if(q.currentProgram===pt&&q.lightsStateVersion===Pe)return Uo(S,Ee),pt}else Ee.uniforms=oe.getUniforms(S),k!==null&&S.isNodeMaterial&&k.build(S,K,Ee),S.onBeforeCompile(Ee,I),pt=oe.acquireProgram(Ee,Ie),ze.set(Ie,pt),q.uniforms=Ee.uniforms;let ke=q.uniforms;return(!S.isShaderMaterial&&!S.isRawShaderMaterial||S.clipping===!0)&&(ke.clippingPlanes=ie.uniform),Uo(S,Ee),q.needsLights=Cs(S),q.lightsStateVersion=Pe,q.needsLights&&(ke.ambientLightColor.value=$.state.ambient,ke.lightProbe.value=$.state.probe,ke.sunLights.value=$.state.sun,ke.sunLightShadows.value=$.state.sunShadow,ke.directionalLights.value=$.state.directional,ke.directionalLightShadows.value=$.state.directionalShadow,ke.spotLights.value=$.state.spot,ke.spotLightShadows.value=$.state.spotShadow,ke.rectAreaLights.value=$.state.rectArea,ke.ltc_1.value=$.state.rectAreaLTC1,ke.ltc_2.value=$.state.rectAreaLTC2,ke.pointLights.value=$.state.point,ke.pointLightShadows.value=$.state.pointShadow,ke.hemisphereLights.value=$.state.hemi,ke.sunShadowMatrix.value=$.state.sunShadowMatrix,ke.sunShadowCascade.value=$.state.sunShadowCascade,ke.directionalShadowMatrix.value=$.state.directionalShadowMatrix,ke.spotLightMatrix.value=$.state.spotLightMatrix,ke.spotLightMap.value=$.state.spotLightMap,ke.pointShadowMatrix.value=$.state.pointShadowMatrix),q.numLightProbeGrids=an(A.state.lightProbeGridArray),q.currentProgram=pt,q.uniformsList=null,pt}function ii(S,z,K,q,$){let Ae=Ve.get(S),Pe=Ae.currentProgram.id+","+q+","+$,Ee=Ae.programVariants.get(Pe);return Ee===void 0?(Ee=Hi(S,z,K),Ae.programVariants.set(Pe,Ee)):(Ae.currentProgram=Ee,Ae.uniformsList=null,Ae.outputColorSpace=q,Ae.toneMapping=$),Ee}function Ts(S){if(S.uniformsList===null){let z=S.currentProgram.getUniforms();S.uniformsList=mo.seqWithValue(z.seq,S.uniforms)}return S.uniformsList}function Uo(S,z){let K=Ve.get(S);K.outputColorSpace=z.outputColorSpace,K.batching=z.batching,K.batchingColor=z.batchingColor,K.instancing=z.instancing,K.instancingColor=z.instancingColor,K.instancingMorph=z.instancingMorph,K.skinning=z.skinning,K.morphTargets=z.morphTargets,K.morphNormals=z.morphNormals,K.morphColors=z.morphColors,K.morphTargetsCount=z.morphTargetsCount,K.numClippingPlanes=z.numClippingPlanes,K.numIntersection=z.numClipIntersection,K.vertexAlphas=z.vertexAlphas,K.vertexTangents=z.vertexTangents,K.toneMapping=z.toneMapping}function Fo(S,z,K,q,$){z.isScene!==!0&&(z=vn),$e.resetTextureUnits();let Ae=z.fog,Pe=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?z.environment:null,Ee=ce===null?I.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:yt.workingColorSpace,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,ze=R.get(q.envMap||Pe,Ie),nt=q.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,pt=!!K.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),ke=!!K.morphAttributes.position,mt=!!K.morphAttributes.normal,jt=!!K.morphAttributes.color,It=ns;q.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(It=I.toneMapping);let Lt=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,yn=Lt!==void 0?Lt.length:0,Fe=Ve.get(q),hn=A.state.lights;if(Vt===!0&&(ln===!0||S!==j)){let Dt=S===j&&q.id===J;ie.setState(q,S,Dt)}let vt=!1,ls=!1;q.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==hn.state.version||$.isBatchedMesh&&Fe.batching===!1||!$.isBatchedMesh&&Fe.batching===!0||$.isBatchedMesh&&Fe.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Fe.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Fe.instancing===!1||!$.isInstancedMesh&&Fe.instancing===!0||$.isSkinnedMesh&&Fe.skinning===!1||!$.isSkinnedMesh&&Fe.skinning===!0||$.isInstancedMesh&&Fe.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Fe.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Fe.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Fe.instancingMorph===!1&&$.morphTexture!==null||Fe.envMap!==ze||q.fog===!0&&Fe.fog!==Ae||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==ie.numPlanes||Fe.numIntersection!==ie.numIntersection)||Fe.vertexAlphas!==nt||Fe.vertexTangents!==pt||Fe.morphTargets!==ke||Fe.morphNormals!==mt||Fe.morphColors!==jt||Fe.morphTargetsCount!==yn||Fe.numLightProbeGrids!==an(A.state.lightProbeGridArray)?vt=!0:(Fe.outputColorSpace!==Ee||Fe.toneMapping!==It)&&(ls=!0):(vt=!0,Fe.__version=q.version);let un=Fe.currentProgram;(vt===!0||ls===!0)&&(un=ls===!0?ii(q,z,$,Ee,It):Hi(q,z,$),k&&q.isNodeMaterial&&k.onUpdateProgram(q,un,Fe));let Lr=!1,Wi=!1,cs=!1,dt=un.getUniforms(),tn=Fe.uniforms;if(we.useProgram(un.program)&&(Lr=!0,Wi=!0,cs=!0),q.id!==J&&(J=q.id,Wi=!0),Lr||j!==S){we.buffers.depth.getReversed()&&S.reversedDepth!==!0&&(S._reversedDepth=!0,S.updateProjectionMatrix()),dt.setValue(B,"projectionMatrix",S.projectionMatrix),dt.setValue(B,"viewMatrix",S.matrixWorldInverse);let dn=dt.map.cameraPosition;dn!==void 0&&dn.setValue(B,An.setFromMatrixPosition(S.matrixWorld)),lt.logarithmicDepthBuffer&&dt.setValue(B,"logDepthBufFC",2/(Math.log(S.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&dt.setValue(B,"isOrthographic",S.isOrthographicCamera===!0),j!==S&&(j=S,Wi=!0,cs=!0)}if(Fe.needsLights&&(hn.state.sunShadowMap.length>0&&dt.setValue(B,"sunShadowMap",hn.state.sunShadowMap,$e),hn.state.directionalShadowMap.length>0&&dt.setValue(B,"directionalShadowMap",hn.state.directionalShadowMap,$e),hn.state.spotShadowMap.length>0&&dt.setValue(B,"spotShadowMap",hn.state.spotShadowMap,$e),hn.state.pointShadowMap.length>0&&dt.setValue(B,"pointShadowMap",hn.state.pointShadowMap,$e)),$.isSkinnedMesh){dt.setOptional(B,$,"bindMatrix"),dt.setOptional(B,$,"bindMatrixInverse");let Dt=$.skeleton;Dt&&(Dt.boneTexture===null&&Dt.computeBoneTexture(),dt.setValue(B,"boneTexture",Dt.boneTexture,$e))}$.isBatchedMesh&&(dt.setOptional(B,$,"batchingTexture"),dt.setValue(B,"batchingTexture",$._matricesTexture,$e),dt.setOptional(B,$,"batchingIdTexture"),dt.setValue(B,"batchingIdTexture",$._indirectTexture,$e),dt.setOptional(B,$,"batchingColorTexture"),$._colorsTexture!==null&&dt.setValue(B,"batchingColorTexture",$._colorsTexture,$e));let Hn=K.morphAttributes;if((Hn.position!==void 0||Hn.normal!==void 0||Hn.color!==void 0)&&re.update($,K,un),(Wi||Fe.receiveShadow!==$.receiveShadow)&&(Fe.receiveShadow=$.receiveShadow,dt.setValue(B,"receiveShadow",$.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&z.environment!==null&&(tn.envMapIntensity.value=z.environmentIntensity),tn.dfgLUT!==void 0&&(tn.dfgLUT.value=aw()),Wi){if(dt.setValue(B,"toneMappingExposure",I.toneMappingExposure),Fe.needsLights&&Pr(tn,cs),Ae&&q.fog===!0&&ve.refreshFogUniforms(tn,Ae),ve.refreshMaterialUniforms(tn,q,Me,Te,A.state.transmissionRenderTarget[S.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let Dt=b,dn=0;for(let Fn of A.state.lightProbeGridArray)Fn.texture!==null&&(Dt.textures[dn]=Fn.texture,Dt.min[dn]=Fn.boundingBox.min,Dt.max[dn]=Fn.boundingBox.max,Dt.resolution[dn]=Fn.resolution,dn++);for(let Fn in Dt)Dt[Fn].length=dn;tn.probesSH.value=Dt.textures,tn.probesMin.value=Dt.min,tn.probesMax.value=Dt.max,tn.probesResolution.value=Dt.resolution}mo.upload(B,Ts(Fe),tn,$e)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(mo.upload(B,Ts(Fe),tn,$e),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&dt.setValue(B,"center",$.center),dt.setValue(B,"modelViewMatrix",$.modelViewMatrix),dt.setValue(B,"normalMatrix",$.normalMatrix),dt.setValue(B,"modelMatrix",$.matrixWorld),q.uniformsGroups!==void 0){let Dt=q.uniformsGroups;for(let dn=0,Fn=Dt.length;dn<Fn;dn++){let Ka=Dt[dn];He.update(Ka,un),He.bind(Ka,un)}}return un}function Pr(S,z){S.ambientLightColor.needsUpdate=z,S.lightProbe.needsUpdate=z,S.sunLights.needsUpdate=z,S.sunLightShadows.needsUpdate=z,S.directionalLights.needsUpdate=z,S.directionalLightShadows.needsUpdate=z,S.pointLights.needsUpdate=z,S.pointLightShadows.needsUpdate=z,S.spotLights.needsUpdate=z,S.spotLightShadows.needsUpdate=z,S.rectAreaLights.needsUpdate=z,S.hemisphereLights.needsUpdate=z}function Cs(S){return S.isMeshLambertMaterial||S.isMeshToonMaterial||S.isMeshPhongMaterial||S.isMeshStandardMaterial||S.isShadowMaterial||S.isShaderMaterial&&S.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return W},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(S,z,K){let q=Ve.get(S);q.__autoAllocateDepthBuffer=S.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),Ve.get(S.texture).__webglTexture=z,Ve.get(S.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:K,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(S,z){let K=Ve.get(S);K.__webglFramebuffer=z,K.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(S,z=0,K=0){ce=S,Y=z,W=K;let q=null,$=!1,Ae=!1;if(S){let Ee=Ve.get(S);if(Ee.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(B.FRAMEBUFFER,Ee.__webglFramebuffer),se.copy(S.viewport),de.copy(S.scissor),ue=S.scissorTest,we.viewport(se),we.scissor(de),we.setScissorTest(ue),J=-1;return}else if(Ee.__webglFramebuffer===void 0)$e.setupRenderTarget(S);else if(Ee.__hasExternalTextures)$e.rebindTextures(S,Ve.get(S.texture).__webglTexture,Ve.get(S.depthTexture).__webglTexture);else if(S.depthBuffer){let nt=S.depthTexture;if(Ee.__boundDepthTexture!==nt){if(nt!==null&&Ve.has(nt)&&(S.width!==nt.image.width||S.height!==nt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$e.setupDepthRenderbuffer(S)}}let Ie=S.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ae=!0);let ze=Ve.get(S).__webglFramebuffer;S.isWebGLCubeRenderTarget?(Array.isArray(ze[z])?q=ze[z][K]:q=ze[z],$=!0):S.samples>0&&$e.useMultisampledRTT(S)===!1?q=Ve.get(S).__webglMultisampledFramebuffer:Array.isArray(ze)?q=ze[K]:q=ze,se.copy(S.viewport),de.copy(S.scissor),ue=S.scissorTest}else se.copy(Ge).multiplyScalar(Me).floor(),de.copy(ft).multiplyScalar(Me).floor(),ue=ut;if(K!==0&&(q=V),we.bindFramebuffer(B.FRAMEBUFFER,q)&&we.drawBuffers(S,q),we.viewport(se),we.scissor(de),we.setScissorTest(ue),$){let Ee=Ve.get(S.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+z,Ee.__webglTexture,K)}else if(Ae){let Ee=z;for(let Ie=0;Ie<S.textures.length;Ie++){let ze=Ve.get(S.textures[Ie]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+Ie,ze.__webglTexture,K,Ee)}}else if(S!==null&&K!==0){let Ee=Ve.get(S.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Ee.__webglTexture,K)}J=-1};function Ir(S){let z=Ve.get(S);return(z.__readFormat!==S.format||z.__readType!==S.type)&&(z.__readFormat=S.format,z.__readType=S.type,z.__formatReadable=lt.textureFormatReadable(S.format),z.__typeReadable=lt.textureTypeReadable(S.type)),z}this.readRenderTargetPixels=function(S,z,K,q,$,Ae,Pe,Ee=0){if(!(S&&S.isWebGLRenderTarget)){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=Ve.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){we.bindFramebuffer(B.FRAMEBUFFER,Ie);try{let ze=S.textures[Ee],nt=ze.format,pt=ze.type;S.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Ee);let ke=Ir(ze);if(ke.__formatReadable===!1){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=S.width-q&&K>=0&&K<=S.height-$&&B.readPixels(z,K,q,$,ge.convert(nt),ge.convert(pt),Ae)}finally{let ze=ce!==null?Ve.get(ce).__webglFramebuffer:null;we.bindFramebuffer(B.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(S,z,K,q,$,Ae,Pe,Ee=0){if(!(S&&S.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=Ve.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(z>=0&&z<=S.width-q&&K>=0&&K<=S.height-$){we.bindFramebuffer(B.FRAMEBUFFER,Ie);let ze=S.textures[Ee],nt=ze.format,pt=ze.type;S.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Ee);let ke=Ir(ze);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let mt=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,mt),B.bufferData(B.PIXEL_PACK_BUFFER,Ae.byteLength,B.STREAM_READ),B.readPixels(z,K,q,$,ge.convert(nt),ge.convert(pt),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let jt=ce!==null?Ve.get(ce).__webglFramebuffer:null;we.bindFramebuffer(B.FRAMEBUFFER,jt);let It=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await cm(B,It,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,mt),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,Ae),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(mt),B.deleteSync(It),Ae}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(S,z=null,K=0){let q=Math.pow(2,-K),$=Math.floor(S.image.width*q),Ae=Math.floor(S.image.height*q),Pe=z!==null?z.x:0,Ee=z!==null?z.y:0;$e.setTexture2D(S,0),B.copyTexSubImage2D(B.TEXTURE_2D,K,0,0,Pe,Ee,$,Ae),we.unbindTexture()},this.copyTextureToTexture=function(S,z,K=null,q=null,$=0,Ae=0){let Pe,Ee,Ie,ze,nt,pt,ke,mt,jt,It=S.isCompressedTexture?S.mipmaps[Ae]:S.image;if(K!==null)Pe=K.max.x-K.min.x,Ee=K.max.y-K.min.y,Ie=K.isBox3?K.max.z-K.min.z:1,ze=K.min.x,nt=K.min.y,pt=K.isBox3?K.min.z:0;else{let dt=Math.pow(2,-$);Pe=Math.floor(It.width*dt),Ee=Math.floor(It.height*dt),S.isDataArrayTexture?Ie=It.depth:S.isData3DTexture?Ie=Math.floor(It.depth*dt):Ie=1,ze=0,nt=0,pt=0}q!==null?(ke=q.x,mt=q.y,jt=q.z):(ke=0,mt=0,jt=0);let Lt=ge.convert(z.format),yn=ge.convert(z.type),Fe;z.isData3DTexture?($e.setTexture3D(z,0),Fe=B.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?($e.setTexture2DArray(z,0),Fe=B.TEXTURE_2D_ARRAY):($e.setTexture2D(z,0),Fe=B.TEXTURE_2D),we.activeTexture(B.TEXTURE0),we.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,z.flipY),we.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),we.pixelStorei(B.UNPACK_ALIGNMENT,z.unpackAlignment);let hn=we.getParameter(B.UNPACK_ROW_LENGTH),vt=we.getParameter(B.UNPACK_IMAGE_HEIGHT),ls=we.getParameter(B.UNPACK_SKIP_PIXELS),un=we.getParameter(B.UNPACK_SKIP_ROWS),Lr=we.getParameter(B.UNPACK_SKIP_IMAGES);we.pixelStorei(B.UNPACK_ROW_LENGTH,It.width),we.pixelStorei(B.UNPACK_IMAGE_HEIGHT,It.height),we.pixelStorei(B.UNPACK_SKIP_PIXELS,ze),we.pixelStorei(B.UNPACK_SKIP_ROWS,nt),we.pixelStorei(B.UNPACK_SKIP_IMAGES,pt);let Wi=S.isDataArrayTexture||S.isData3DTexture,cs=z.isDataArrayTexture||z.isData3DTexture;if(S.isDepthTexture){let dt=Ve.get(S),tn=Ve.get(z),Hn=Ve.get(dt.__renderTarget),Dt=Ve.get(tn.__renderTarget);we.bindFramebuffer(B.READ_FRAMEBUFFER,Hn.__webglFramebuffer),we.bindFramebuffer(B.DRAW_FRAMEBUFFER,Dt.__webglFramebuffer);for(let dn=0;dn<Ie;dn++)Wi&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(S).__webglTexture,$,pt+dn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(z).__webglTexture,Ae,jt+dn)),B.blitFramebuffer(ze,nt,ze+Pe,nt+Ee,ke,mt,ke+Pe,mt+Ee,B.DEPTH_BUFFER_BIT,B.NEAREST);we.bindFramebuffer(B.READ_FRAMEBUFFER,null),we.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if($!==0||S.isRenderTargetTexture||Ve.has(S)){let dt=Ve.get(S),tn=Ve.get(z);we.bindFramebuffer(B.READ_FRAMEBUFFER,D),we.bindFramebuffer(B.DRAW_FRAMEBUFFER,H);for(let Hn=0;Hn<Ie;Hn++)Wi?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,dt.__webglTexture,$,pt+Hn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,dt.__webglTexture,$),cs?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,tn.__webglTexture,Ae,jt+Hn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,tn.__webglTexture,Ae),$!==0?B.blitFramebuffer(ze,nt,ze+Pe,nt+Ee,ke,mt,ke+Pe,mt+Ee,B.COLOR_BUFFER_BIT,B.NEAREST):cs?B.copyTexSubImage3D(Fe,Ae,ke,mt,jt+Hn,ze,nt,Pe,Ee):B.copyTexSubImage2D(Fe,Ae,ke,mt,ze,nt,Pe,Ee);we.bindFramebuffer(B.READ_FRAMEBUFFER,null),we.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else cs?S.isDataTexture||S.isData3DTexture?B.texSubImage3D(Fe,Ae,ke,mt,jt,Pe,Ee,Ie,Lt,yn,It.data):z.isCompressedArrayTexture?B.compressedTexSubImage3D(Fe,Ae,ke,mt,jt,Pe,Ee,Ie,Lt,It.data):B.texSubImage3D(Fe,Ae,ke,mt,jt,Pe,Ee,Ie,Lt,yn,It):S.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,Ae,ke,mt,Pe,Ee,Lt,yn,It.data):S.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,Ae,ke,mt,It.width,It.height,Lt,It.data):B.texSubImage2D(B.TEXTURE_2D,Ae,ke,mt,Pe,Ee,Lt,yn,It);we.pixelStorei(B.UNPACK_ROW_LENGTH,hn),we.pixelStorei(B.UNPACK_IMAGE_HEIGHT,vt),we.pixelStorei(B.UNPACK_SKIP_PIXELS,ls),we.pixelStorei(B.UNPACK_SKIP_ROWS,un),we.pixelStorei(B.UNPACK_SKIP_IMAGES,Lr),Ae===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&B.generateMipmap(Fe),we.unbindTexture()},this.initRenderTarget=function(S){Ve.get(S).__webglFramebuffer===void 0&&$e.setupRenderTarget(S)},this.initTexture=function(S){S.isCubeTexture?$e.setTextureCube(S,0):S.isData3DTexture?$e.setTexture3D(S,0):S.isDataArrayTexture||S.isCompressedArrayTexture?$e.setTexture2DArray(S,0):$e.setTexture2D(S,0),we.unbindTexture()},this.resetState=function(){Y=0,W=0,ce=null,we.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=yt._getDrawingBufferColorSpace(e),t.unpackColorSpace=yt._getUnpackColorSpace()}};var lw=12e4;function $m(s,e,t){return s.getAttribute("position").count*t>lw?new Cd(s,e,t):new Zs(new Array(t).fill(s),e)}var Zs=class{constructor(e,t,n=!1){this.shapes=e;let i=new At,r=h=>{let u=new Mt(new Float32Array(h),3);return u.usage=Ra,u},o=0,a=0;for(let h of e)this.begin.push(o),o+=h.getAttribute("position").count;this.begin.push(o);let l=new Uint32Array(e.reduce((h,u)=>h+(u.index?u.index.count:u.getAttribute("position").count),0)),c=e.every(h=>h.hasAttribute("uv"));e.forEach((h,u)=>{this.faces.push(a/3);let d=h.index,f=d?d.count:h.getAttribute("position").count;for(let p=0;p<f;p++)l[a++]=this.begin[u]+(d?d.getX(p):p)}),i.setIndex(new Mt(l,1)),i.setAttribute("position",this.position=r(3*o)),i.setAttribute("color",this.colour=r(3*o)),this.normal=n?null:r(3*o),this.normal&&i.setAttribute("normal",this.normal),c&&!n&&i.setAttribute("uv",new Mt(cw(e,"uv",2*o),2)),i.boundingSphere=new _i(new U,1/0),this.placed=new Float32Array(16*e.length).fill(NaN),t.vertexColors=!0,this.object=n?new ks(i,t):new Bt(i,t),this.object.frustumCulled=!1,this.object.matrixAutoUpdate=!1}shapes;object;begin=[];faces=[];placed;position;normal;colour;turned=new We;place(e,t){let n=t.elements,{placed:i}=this,r=16*e,o=!0;for(let d=0;d<16;d++)i[r+d]!==Math.fround(n[d])&&(o=!1,i[r+d]=n[d]);if(o)return;let a=this.shapes[e],l=a.getAttribute("position").array,c=this.position.array,h=3*this.begin[e],u=3*(this.begin[e+1]-this.begin[e]);for(let d=0;d<u;d+=3){let f=l[d],p=l[d+1],v=l[d+2];c[h+d]=n[0]*f+n[4]*p+n[8]*v+n[12],c[h+d+1]=n[1]*f+n[5]*p+n[9]*v+n[13],c[h+d+2]=n[2]*f+n[6]*p+n[10]*v+n[14]}this.position.needsUpdate=!0,this.normal&&this.turn(a.getAttribute("normal").array,t,h,u)}turn(e,t,n,i){let r=this.turned.copy(t),o=this.normal.array;if(Math.abs(r.determinant())<1e-30)return;let a=r.invert().elements,l=Math.cbrt(Math.abs(r.determinant()));for(let c=0;c<i;c+=3){let h=e[c]/l,u=e[c+1]/l,d=e[c+2]/l;o[n+c]=a[0]*h+a[1]*u+a[2]*d,o[n+c+1]=a[4]*h+a[5]*u+a[6]*d,o[n+c+2]=a[8]*h+a[9]*u+a[10]*d}this.normal.needsUpdate=!0}paint(e,t){let n=this.shapes[e].getAttribute("color"),i=this.colour.array,r=this.begin[e];for(let o=r;o<this.begin[e+1];o++)i[3*o]=t.r*(n?n.getX(o-r):1),i[3*o+1]=t.g*(n?n.getY(o-r):1),i[3*o+2]=t.b*(n?n.getZ(o-r):1);this.colour.needsUpdate=!0}end(){}hit(e){let t=e.faceIndex??0,n=0,i=this.faces.length-1;for(;n<i;){let r=n+i+1>>1;this.faces[r]<=t?n=r:i=r-1}return n}dispose(){this.object.geometry.dispose()}},Cd=class{object;constructor(e,t,n){t.vertexColors=e.hasAttribute("color"),this.object=new hr(e,t,n),this.object.frustumCulled=!1}place(e,t){this.object.setMatrixAt(e,t)}paint(e,t){this.object.setColorAt(e,t),this.object.instanceColor.needsUpdate=!0}end(){this.object.instanceMatrix.needsUpdate=!0,this.object.boundingSphere=null}hit(e){return e.instanceId??0}dispose(){this.object.dispose()}};function cw(s,e,t){let n=new Float32Array(t),i=0;for(let r of s){let o=r.getAttribute(e).array;n.set(o,i),i+=o.length}return n}var nh=class{constructor(e,t){this.scene=e;let{about:n}=e,i=n.visuals??[];this.images=(n.textures??[]).map(o=>this.image(o));let r=new Map;for(let o of i){let a=r.get(o.surface);a||(r.set(o.surface,a=this.geometry(n.surfaces[o.surface])),this.geometries.push(a));let l=this.material(o.material,o.color),c=new bs({color:l.color,map:l.map,emissive:l.emissive,emissiveIntensity:l.emissiveIntensity,side:2,transparent:l.transparent,opacity:l.opacity}),h=new Bt(a,l),u=o.position,d=o.orientation,f=n.bodies[o.body].motion==="free";h.matrixAutoUpdate=!1,h.frustumCulled=!1,h.castShadow=h.receiveShadow=!0,h.userData.part={shape:{body:o.body},moves:f},t.add(h),this.looks.push({body:o.body,group:o.group,mesh:h,fine:l,plain:c,local:new We().compose(new U(u[0],u[1],u[2]),new Ft(d[1],d[2],d[3],d[0]),new U(1,1,1))})}}scene;looks=[];geometries=[];images;geometry(e){let t=this.scene.arrays,n=e.points[1],i=new Float32Array(n),r=new At;for(let o=0;o<n;o++)i[o]=e.box[o%3]+t.surfacePoints[e.points[0]+o]/65535*e.box[3+o%3];if(r.setAttribute("position",new Mt(i,3)),r.setIndex(new Mt(new Uint32Array(t.surfaceTriangles.subarray(e.triangles[0],e.triangles[0]+e.triangles[1])),1)),e.maps&&e.mapBox){let o=new Float32Array(e.maps[1]);for(let a=0;a<o.length;a++)o[a]=e.mapBox[a%2]+t.surfaceMaps[e.maps[0]+a]/65535*e.mapBox[2+a%2];r.setAttribute("uv",new Mt(o,2))}return r.computeVertexNormals(),r}image(e){let t=e.kind==="image"?e.width:e.kind==="checker"?2:e.kind==="gradient"?1:0,n=e.kind==="image"?e.height:e.kind==="checker"?2:64;if(t===0||n===0)return null;let i=new Uint8Array(4*t*n),r=this.scene.arrays.pixels;for(let a=0;a<n;a++)for(let l=0;l<t;l++){let c=4*((n-1-a)*t+l),h=e.kind==="checker"?(l+a)%2:a/(n-1);for(let u=0;u<3;u++)i[c+u]=e.kind==="image"?r[e.pixels[0]+3*(a*t+l)+u]:255*(e.color[u]*(1-h)+e.second[u]*h);i[c+3]=255}let o=new es(i,t,n,zn);return o.colorSpace=Yn,o.wrapS=o.wrapT=no,e.kind==="image"&&(o.magFilter=xn,o.minFilter=Fi,o.generateMipmaps=!0),o.needsUpdate=!0,o}material(e,t){let n=e>=0?this.scene.about.materials[e]:null,i=n?n.color:t,r=new dr({color:new Le().setRGB(i[0],i[1],i[2],"srgb"),roughness:n?.roughness??(n?1-.7*n.shininess:.6),metalness:n?.metallic??0,side:2,transparent:i[3]<1,opacity:i[3]});return n&&n.emission>0&&(r.emissive.copy(r.color),r.emissiveIntensity=n.emission),r.map=this.map(e),r.userData.alpha=i[3],r}map(e,t=[1,1]){let n=e!==void 0&&e>=0?this.scene.about.materials?.[e]:void 0,i=n?.texture!==void 0?this.images[n.texture]:null;if(!n||!i)return null;let r=i.clone();return r.repeat.set((n.repeat?.[0]??1)*(n.uniform?t[0]:1),(n.repeat?.[1]??1)*(n.uniform?t[1]:1)),r.needsUpdate=!0,r}place(e,t){let n=-1,i=null;for(let r of this.looks)r.mesh.visible=t&&r.group<=2,r.mesh.visible&&(r.body!==n&&(i=e(n=r.body)),r.mesh.matrix.multiplyMatrices(i,r.local),r.mesh.matrixWorldNeedsUpdate=!0)}glass(e){for(let t of this.looks){let n=t.fine.userData.alpha;for(let i of[t.fine,t.plain])i.transparent=e||n<1,i.opacity=e?.28:n,i.depthWrite=!e,i.needsUpdate=!0;t.mesh.castShadow=!e}}plain(e){for(let t of this.looks)t.mesh.material=e?t.plain:t.fine}dispose(){for(let e of this.geometries)e.dispose();for(let e of this.looks)e.fine.map?.dispose(),e.fine.dispose(),e.plain.dispose();for(let e of this.images)e?.dispose()}};var Zm=[15113810,6069462,8435832,13726579,10389452,14402155,6075315,14060723].map(s=>new Le(s)),Jm=[10339302,16040570,11129230,15115685,12955872,15917972,10475731,15251152].map(s=>new Le(s)),hw=new Le(10397363),Km=new We().makeScale(0,0,0),uw=3.1,dw=.8,fw=.01,rh=class{constructor(e,t,n){this.scene=e;this.stage=t;this.drawing=n;this.looks=new nh(e,this.group);let{about:i}=e,r=i.shapes.length>2e3?8:i.shapes.length>300?12:24;if(i.shapes.forEach(o=>{let a=i.bodies[o.body],l=a.motion==="free";if(o.kind==="plane"){n?this.addPart(o,yw(),l):this.grounds.push({mesh:t.addGround(o.color?jm(o.color):null,this.groundMap(o)),shape:o});return}this.addPart(o,this.geometryOf(o,r),l)}),n)this.makeDrawing();else for(let o of this.batches.values())this.makeCopies(o);t.scene.add(this.group)}scene;stage;drawing;parts=[];group=new ei;batches=new Map;grounds=[];outlines=null;looks;hidden=new Set;collisions=!1;chosen=-1;groundMap(e){let t=this.looks.map(e.material),n=e.material!==void 0&&this.scene.about.materials?.[e.material]?.uniform;return t&&!n&&t.repeat.divideScalar(e.size[0]>0?2*e.size[0]:10),t}addPart(e,[t,n,i],r){let o=this.scene.about.bodies[e.body].motion==="static",l=!this.drawing&&e.material!==void 0&&this.scene.about.materials?.[e.material]?.texture!==void 0?`${t}|${e.material}|${i.toArray().join(" ")}`:t,c=this.batches.get(l);c||this.batches.set(l,c={key:l,geometry:n(),parts:[],pieces:null,fine:null,plain:null});let h=e.position,u=e.orientation,d=new We().compose(new U(h[0],h[1],h[2]),new Ft(u[1],u[2],u[3],u[0]),i),f=e.level??-1,p=this.drawing&&o?this.inked:e.color?jm(e.color):this.drawing?Jm[(f>=0?f:e.body)%Jm.length]:r?Zm[e.body%Zm.length]:hw;c.geometry.computeBoundingSphere();let v=c.geometry.boundingSphere,g=e.kind==="plane"?0:v.radius*Math.max(i.x,i.y,i.z),m={shape:e,slot:c.parts.length,batch:c,form:c.geometry,outline:this.parts.length,local:d,colour:p,alpha:e.color?e.color[3]:1,radius:g,world:new We,moves:r,still:o,hidden:e.replaced===!0||(e.group??0)>2};c.parts.push(m),this.parts.push(m)}geometryOf(e,t){let n=e.size,{about:i,arrays:r}=this.scene,o=new U(1,1,1),a=i.bodies[e.body].motion==="static",l=a||this.drawing?0:1;switch(e.kind){case"sphere":return["sphere"+l,()=>sh(ih(new Vs(1,2*t,t)),l),new U(n[0],n[0],n[0])];case"ellipsoid":return["sphere"+l,()=>sh(ih(new Vs(1,2*t,t)),l),new U(n[0],n[1],n[2])];case"box":return["box",()=>new Ui(2,2,2),new U(n[0],n[1],n[2])];case"cylinder":return["cylinder"+l,()=>sh(ih(new zs(1,1,2,2*t)),l),new U(n[0],n[0],n[1])];case"capsule":{let c=(2*n[1]/n[0]).toPrecision(4);return["capsule"+c+l,()=>sh(ih(new ha(1,Number(c),Math.ceil(t/6),2*t)),l),new U(n[0],n[0],n[0])]}case"field":return["field"+e.mesh,()=>vw(i.fields[e.mesh],Rd(i.fields[e.mesh].heights,r.heights)),o];default:{let c=i.meshes[e.mesh];return["mesh"+e.mesh,()=>gw(Rd(c.vertices,r.vertices),Rd(c.triangles,r.triangles)),o]}}}makeCopies(e){let t=e.parts.some(a=>a.alpha<1),n=t?Math.min(...e.parts.map(a=>a.alpha)):1,{shape:i}=e.parts[0],o={map:e.key.includes("|")?this.looks.map(i.material,[2*i.size[0],2*(i.size[1]||i.size[0])]):null,flatShading:e.key.startsWith("mesh"),transparent:n<1,opacity:n,depthWrite:n===1};e.fine=new dr({roughness:.62,metalness:.02,...o}),e.plain=new bs(o),this.fill(e,$m(e.geometry,e.fine,e.parts.length)),e.plain.vertexColors=e.fine.vertexColors,e.pieces.object.castShadow=n>.5,e.pieces.object.receiveShadow=!0}fill(e,t){e.pieces=t,e.parts.forEach((n,i)=>t.paint(i,n.colour)),t.object.userData.batch=e,this.group.add(t.object)}makeDrawing(){let e=new Map,t=[],n=[];for(let i of this.parts){let r=i.shape.kind==="capsule"||i.shape.kind==="sphere"||i.shape.kind==="ellipsoid",{form:o}=i,a=`${i.still} ${i.alpha}`;n.push(r?this.silhouette(i):new ur(o,25)),t.push(r?mw(n[n.length-1]):o);let l=e.get(a);l||e.set(a,l={key:a,geometry:o,parts:[],pieces:null,fine:null,plain:null}),l.parts.push(i)}this.unite(n);for(let i of e.values()){let{alpha:r}=i.parts[0];i.fine=i.plain=new ti({transparent:r<1,opacity:r,side:2,polygonOffset:!0,polygonOffsetFactor:2,polygonOffsetUnits:2}),this.fill(i,new Zs(i.parts.map(o=>t[o.outline]),i.fine)),i.parts.forEach((o,a)=>{o.slot=a,o.batch=i})}for(let i of this.batches.values())t.includes(i.geometry)||i.geometry.dispose();this.batches.clear();for(let[i,r]of e)this.batches.set(i,r);this.outlines=new Zs(n,new ts,!0),this.parts.forEach((i,r)=>this.outlines.paint(r,this.inked)),this.outlines.object.raycast=()=>{},this.group.add(this.outlines.object)}unite(e){let t=new Map;for(let n of this.parts)n.shape.kind!=="plane"&&t.set(n.shape.body,[...t.get(n.shape.body)??[],n]);for(let n of t.values()){if(n.length<2||n.length>200)continue;let i=n.map(o=>e[o.outline].clone().applyMatrix4(o.local)),r=i.map(o=>o.getAttribute("position").array);n.forEach((o,a)=>{let l=new At,c=pw(r[a],r.filter((h,u)=>u!==a));l.setAttribute("position",new Mt(c,3)),e[o.outline]=l.applyMatrix4(o.local.clone().invert())})}}silhouette(e){let t=new U,n=new Ft,i=new U;e.local.decompose(t,n,i);let r=this.scene.planeOf(e.shape.body).applyQuaternion(n.invert()),o=e.shape.kind==="capsule"?e.shape.size[1]/e.shape.size[0]:0,a=new U(0,0,1),l=Math.abs(r.z)>.9?new U(1,0,0):a.clone().cross(r).normalize(),c=l.clone().cross(r).normalize().multiplyScalar(-1),h=[],u=f=>{let p=f/24*Math.PI,v=Math.sin(p)>=0?o:-o;return l.clone().multiplyScalar(Math.cos(p)).addScaledVector(c,Math.sin(p)).addScaledVector(a,Math.sign(c.z||1)*(o>0?v:0)).addScaledVector(r,1.02)};for(let f=0;f<48;f++)h.push(...u(f).toArray(),...u((f+1)%48).toArray());let d=new At;return d.setAttribute("position",new Mt(new Float32Array(h),3)),d}position=[0,0,0];turn=[1,0,0,0];frame=new We;one=new U(1,1,1);stretched=new We;at=new U;turned=new Ft;bodyMatrix(e,t,n){let{position:i,turn:r}=this;e.pose(t,i,r),n.compose(this.at.set(i[0],i[1],i[2]),this.turned.set(r[1],r[2],r[3],r[0]),this.one);let o=e.stretch(t);return o?n.multiply(this.stretched.set(o[0],o[3],o[4],0,o[3],o[1],o[5],0,o[4],o[5],o[2],0,0,0,0,1)):n}place(e){let t=-1;for(let n of this.parts){n.shape.body!==t&&this.bodyMatrix(e,t=n.shape.body,this.frame),n.world.multiplyMatrices(this.frame,n.local);let i=this.hidden.has(n.shape.body)||n.hidden&&!this.collisions,r=i?Km:n.world;n.batch.pieces.place(n.slot,r),this.outlines?.place(n.outline,r)}this.looks.place(n=>this.hidden.has(n)?Km:this.bodyMatrix(e,n,this.frame),!this.collisions);for(let n of this.batches.values())n.pieces.end();for(let n of this.grounds){this.bodyMatrix(e,n.shape.body,this.frame);let i=n.shape.orientation,r=n.shape.position;n.mesh.quaternion.setFromRotationMatrix(this.frame).multiply(new Ft(i[1],i[2],i[3],i[0])),n.mesh.position.set(r[0],r[1],r[2]).applyMatrix4(this.frame)}}inked=new Le;ink(e){this.drawing&&(this.inked.set(e),this.parts.forEach(t=>this.outlines.paint(t.outline,this.inked)),this.choose(this.chosen))}choose(e){this.chosen=e;for(let t of this.parts)t.batch.pieces.paint(t.slot,t.shape.body===e&&e>0?t.colour.clone().lerp(new Le(16777215),.45):t.colour)}glass(e){this.looks.glass(e);for(let t of this.batches.values()){if(this.drawing&&t.parts[0].still)continue;let n=Math.min(...t.parts.map(i=>i.alpha));for(let i of[t.fine,t.plain])i.transparent=e||n<1,i.opacity=e?this.drawing?.35:.28:n,i.depthWrite=!e&&n===1,i.needsUpdate=!0;t.pieces.object.castShadow=!e&&n>.5}}plain(e){this.looks.plain(e);for(let t of this.batches.values())t.pieces.object.material=e?t.plain:t.fine}pick(e,t=!1){for(let n of e.intersectObjects(this.group.children,!1)){let i=n.object.userData.batch,r=i?i.parts[i.pieces.hit(n)]:n.object.userData.part;if(r){if(r.moves||t)return{body:r.shape.body,point:n.point};if(!this.drawing)return null}}return null}touches(e,t){let n=new U;return this.parts.some(i=>{if(!e.has(i.shape.body)||i.shape.kind==="plane")return!1;let r=i.form.boundingBox??(i.form.computeBoundingBox(),i.form.boundingBox);return n.copy(t).applyMatrix4(this.inverse.copy(i.world).invert()),r.distanceToPoint(n)<fw*r.min.distanceTo(r.max)})}inverse=new We;bounds(e,t){let n=t?t.lo.slice():[1/0,1/0,1/0],i=t?t.hi.slice():[-1/0,-1/0,-1/0],r=this.scene.about,o=t!==null||this.parts.some(C=>C.moves),a=this.parts.map(C=>C.radius).sort((C,A)=>C-A),l=6*(a[Math.floor(a.length/2)]||1),c=[],h=(C,A)=>[C.x,C.y,C.z].forEach((y,E)=>{n[E]=Math.min(n[E],y-A),i[E]=Math.max(i[E],y+A)});e.forEach((C,A)=>{this.place(C);for(let y of this.parts){if(y.shape.kind==="plane")continue;let E=r.bodies[y.shape.body].motion;if(o&&E!=="free"&&(y.radius>l||t&&E==="static"))continue;let F=y.form.boundingSphere.center.clone().applyMatrix4(y.world);A===0?h(F,y.radius):c.push({at:F,radius:y.radius,off:0})}});let u=Math.hypot(...n.map((C,A)=>i[A]-C)),d=n[2]-.5*u;for(let C of c)C.off=Math.hypot(...[C.at.x,C.at.y,C.at.z].map((A,y)=>Math.max(0,n[y]-A,A-i[y])));let f=c.map(C=>C.off).sort((C,A)=>C-A),p=f[Math.floor(dw*f.length)]??0;for(let C of c)C.off<=p&&C.at.z>=d&&Number.isFinite(C.off)&&h(C.at,C.radius);let v=t?null:this.scene.plane();if(!(n[0]<=i[0]))return{middle:new U(0,0,.5),radius:2,distance:5,plane:v};for(let C of this.grounds){let A=n.map((I,L)=>.5*(i[L]-I)),y=new U(n[0]+A[0],n[1]+A[1],n[2]+A[2]),E=new U(0,0,1).applyQuaternion(C.mesh.quaternion),F=y.clone().sub(C.mesh.position).dot(E);E.z<.7||F<0||F>14*Math.hypot(...A)||y.addScaledVector(E,-F).toArray().forEach((I,L)=>{n[L]=Math.min(n[L],I),i[L]=Math.max(i[L],I)})}let g=new U(...n),m=new U(...i),x=Math.max(.5*g.distanceTo(m),.001),T=m.clone().sub(g).multiplyScalar(.5),b=v&&Math.abs(v[2])<.1?[Math.abs(v[1])*T.x+Math.abs(v[0])*T.y,T.z]:void 0;return{middle:g.add(m).multiplyScalar(.5),radius:x,distance:t&&t.crowd?1.9*x:Math.max(2.5*x,v?0:uw*T.z),plane:v,half:b}}usual(){let e=this.parts.filter(t=>t.moves).map(t=>t.radius).sort((t,n)=>t-n);return e.length>0?e[Math.floor(e.length/2)]:0}dispose(){this.stage.scene.remove(this.group);for(let e of this.batches.values())e.geometry.dispose(),e.pieces?.dispose(),e.fine.map?.dispose(),e.fine.dispose(),e.plain.dispose();this.outlines?.dispose(),this.looks.dispose()}};function jm(s){return new Le().setRGB(s[0],s[1],s[2],"srgb")}function Rd([s,e],t){return t.subarray(s,s+e)}function ih(s){return s.rotateX(Math.PI/2)}function sh(s,e){if(!e)return s;let t=s.toNonIndexed(),n=t.getAttribute("position"),i=new Float32Array(3*n.count);for(let r=0;r<n.count;r+=3){let o=n.getX(r)+n.getX(r+1)+n.getX(r+2),a=n.getY(r)+n.getY(r+1)+n.getY(r+2);i.fill(o*a>0?.72:1,3*r,3*r+9)}return t.setAttribute("color",new Mt(i,3)),t}function pw(s,e){let t=[],n=new U,i=new U,r=new U,o=new U;for(let a=0;a<s.length;a+=6){n.fromArray(s,a),i.fromArray(s,a+3).sub(n);let l=i.length(),c=1e-4*l,h=[[0,1]];if(l!==0){i.divideScalar(l);for(let u of e)for(let d=0;d<u.length;d+=6){let f=r.fromArray(u,d).sub(n).dot(i),p=o.fromArray(u,d+3).sub(n).dot(i);if(r.addScaledVector(i,-f).length()>c||o.addScaledVector(i,-p).length()>c)continue;let v=Math.min(f,p)/l,g=Math.max(f,p)/l;for(let m=h.length-1;m>=0;m--){let[x,T]=h[m];v<T&&g>x&&h.splice(m,1,...[[x,Math.min(v,T)],[Math.max(g,x),T]].filter(([b,C])=>C-b>.001))}}for(let[u,d]of h)t.push(n.x+u*l*i.x,n.y+u*l*i.y,n.z+u*l*i.z,n.x+d*l*i.x,n.y+d*l*i.y,n.z+d*l*i.z)}}return new Float32Array(t)}function mw(s){let e=s.getAttribute("position"),t=e.count/2,n=new Float32Array(3*t),i=[];for(let o=0;o<t;o++)n.set([e.getX(2*o),e.getY(2*o),e.getZ(2*o)],3*o);for(let o=1;o+1<t;o++)i.push(0,o,o+1);let r=new At;return r.setAttribute("position",new Mt(n,3)),r.setAttribute("normal",new Mt(new Float32Array(3*t),3)),r.setIndex(i),r}function gw(s,e){let t=new At;return t.setAttribute("position",new Mt(s.slice(),3)),t.setIndex(new Mt(new Uint32Array(e),1)),t.computeVertexNormals(),t}function vw(s,e){let t=new Float32Array(3*s.rows*s.columns),n=[];for(let r=0;r<s.rows;r++)for(let o=0;o<s.columns;o++)t.set([(2*o/(s.columns-1)-1)*s.half[0],(2*r/(s.rows-1)-1)*s.half[1],e[r*s.columns+o]],3*(r*s.columns+o));for(let r=0;r+1<s.rows;r++)for(let o=0;o+1<s.columns;o++){let a=r*s.columns+o,l=a+1,c=a+s.columns;n.push(a,l,c+1,a,c+1,c)}let i=new At;return i.setAttribute("position",new Mt(t,3)),i.setIndex(n),i.computeVertexNormals(),i}function yw(){return["plane",()=>new Ui(2e3,2e3,100).translate(0,0,-50),new U(1,1,1)]}var xw=1.2,oh=(s,e,t)=>Math.min(t,Math.max(e,s)),ah=class{constructor(e,t,n,i){this.canvas=e;this.bounds=t;this.hands=n;this.changed=i;this.first=this.firstView(t),this.reset(),this.view.up.set(0,0,1),e.addEventListener("pointerdown",r=>this.down(r)),e.addEventListener("pointermove",r=>this.move(r)),e.addEventListener("pointerup",r=>this.up(r)),e.addEventListener("pointercancel",r=>this.up(r)),e.addEventListener("contextmenu",r=>r.preventDefault()),e.addEventListener("wheel",r=>{r.preventDefault(),this.zoom(Math.exp(oh(r.deltaY,-200,200)*.0015))},{passive:!1})}canvas;bounds;hands;changed;target=new U;distance=1;yaw=0;pitch=0;fov=.72;view=new $n;through=null;first;held=new Map;travelled=0;apart=0;holding=!1;room=1;frame(e){this.bounds=e,this.first=this.firstView(e),this.reset()}firstView(e){let t={target:e.middle.clone(),distance:e.distance,yaw:-.96,pitch:.36,fov:.72};if(!e.plane)return t;let n=e.plane,i=.06;return{...t,yaw:Math.atan2(n[1],n[0]),pitch:oh(Math.asin(n[2]),-1.5,1.5),fov:i,distance:.74*t.distance*Math.tan(t.fov/2)/Math.tan(i/2)}}reset(){this.hands.left(),Object.assign(this,this.first,{target:this.first.target.clone()}),this.changed()}look(e,t){this.hands.left(),this.yaw=e,this.pitch=t,this.changed()}direction(){return new U(Math.cos(this.pitch)*Math.cos(this.yaw),Math.cos(this.pitch)*Math.sin(this.yaw),Math.sin(this.pitch))}eye(){return this.target.clone().addScaledVector(this.direction(),this.distance)}update(e,t,n){let i=this.view,r=Math.max(n.right-n.left,1),o=Math.max(n.bottom-n.top,1),a=e/t;this.room=Math.min(r,o),i.fov=360/Math.PI*Math.atan(Math.tan(this.angle(r/o)/2)*t/o),i.aspect=a,i.near=this.distance*.02,i.far=this.distance*4+60*this.bounds.radius,i.position.copy(this.eye()),i.lookAt(this.target),this.through&&(i.fov=this.through.angle*180/Math.PI,i.near=.001*this.bounds.radius,i.far=200*this.bounds.radius,i.position.copy(this.through.position),i.quaternion.copy(this.through.turn)),i.setViewOffset(e,t,(e-n.left-n.right)/2,(t-n.top-n.bottom)/2,e,t),i.updateProjectionMatrix(),i.updateMatrixWorld()}angle(e){let{half:t}=this.bounds;return t?2*Math.atan(xw*Math.max(t[1],t[0]/e)/this.first.distance):this.fov*Math.max(1,.75/e)}picture(e){return this.pixel(this.room)*this.depth(e)}pixel(e){return e*2*Math.tan(this.view.fov*Math.PI/360)/this.canvas.clientHeight}depth(e){return Math.abs(e.clone().sub(this.view.position).dot(this.view.getWorldDirection(new U)))}ray(e,t){let n=this.canvas.getBoundingClientRect(),i=new ya;return i.setFromCamera(new it(2*(e-n.left)/n.width-1,1-2*(t-n.top)/n.height),this.view),i}zoom(e){this.hands.left(),this.distance=oh(this.distance*e,.001*this.bounds.radius,2e3*this.bounds.radius),this.changed()}pan(e,t){this.hands.moved(),this.hands.left();let n=2*this.distance*Math.tan(this.view.fov*Math.PI/360)/this.canvas.clientHeight,i=this.direction(),r=new U(0,0,1).cross(i).normalize(),o=i.clone().cross(r);this.target.addScaledVector(r,-e*n).addScaledVector(o,t*n),this.changed()}down(e){this.canvas.focus();try{this.canvas.setPointerCapture(e.pointerId)}catch{}this.held.set(e.pointerId,[e.clientX,e.clientY]),this.travelled=this.apart=0,this.held.size===1&&e.button===0?this.holding=this.hands.take(this.ray(e.clientX,e.clientY),e):this.holding&&(this.holding=!1,this.hands.release()),this.canvas.classList.add("held")}move(e){let t=this.held.get(e.pointerId);if(!t)return;let n=e.clientX-t[0],i=e.clientY-t[1];if(this.held.set(e.pointerId,[e.clientX,e.clientY]),this.travelled+=Math.abs(n)+Math.abs(i),this.holding){this.hands.drag(this.ray(e.clientX,e.clientY));return}if(this.held.size===2){let[r,o]=[...this.held.values()],a=Math.hypot(r[0]-o[0],r[1]-o[1]);this.apart>0&&a>0&&this.zoom(this.apart/a),this.apart=a,this.pan(n/2,i/2)}else e.shiftKey||(e.buttons&6)!==0||this.bounds.plane?this.pan(n,i):(this.hands.left(),this.yaw-=.006*n,this.pitch=oh(this.pitch+.006*i,-1.5,1.5),this.changed())}up(e){this.held.delete(e.pointerId)&&(this.canvas.classList.remove("held"),this.holding&&(this.holding=!1,this.hands.release()),e.type==="pointerup"&&this.travelled<4&&e.button===0&&this.hands.pick(this.ray(e.clientX,e.clientY),e))}};var ee=s=>document.getElementById(s),vo=(s,e,t)=>Math.min(t,Math.max(e,s)),Qm=()=>window.innerWidth<760||window.innerHeight<480;var _w="uplot",bw="u-hz",Mw="u-vt",ww="u-title",Sw="u-wrap",Aw="u-under",Ew="u-over",Tw="u-axis",wr="u-off",Cw="u-select",Rw="u-cursor-x",Pw="u-cursor-y",Iw="u-cursor-pt",Lw="u-legend",Dw="u-live",Nw="u-inline",Uw="u-series",Fw="u-marker",eg="u-label",Ow="u-value",Fa="width",Oa="height";var tg="bottom",yo="left",Pd="right",Yd="#000",ng=Yd+"0",Id="mousemove",ig="mousedown",Ld="mouseup",sg="mouseenter",rg="mouseleave",og="dblclick",Bw="resize",kw="scroll",ag="change",dh="dppxchange",$d="--",Ao=typeof window<"u",Od=Ao?document:null,_o=Ao?window:null,zw=Ao?navigator:null,Ct,lh;function Bd(){let s=devicePixelRatio;Ct!=s&&(Ct=s,lh&&zd(ag,lh,Bd),lh=matchMedia(`(min-resolution: ${Ct-.001}dppx) and (max-resolution: ${Ct+.001}dppx)`),Sr(ag,lh,Bd),_o.dispatchEvent(new CustomEvent(dh)))}function ui(s,e){if(e!=null){let t=s.classList;!t.contains(e)&&t.add(e)}}function kd(s,e){let t=s.classList;t.contains(e)&&t.remove(e)}function Yt(s,e,t){s.style[e]=t+"px"}function ki(s,e,t,n){let i=Od.createElement(s);return e!=null&&ui(i,e),t?.insertBefore(i,n),i}function bi(s,e){return ki("div",s,e)}var lg=new WeakMap;function rs(s,e,t,n,i){let r="translate("+e+"px,"+t+"px)",o=lg.get(s);r!=o&&(s.style.transform=r,lg.set(s,r),e<0||t<0||e>n||t>i?ui(s,wr):kd(s,wr))}var cg=new WeakMap;function hg(s,e,t){let n=e+t,i=cg.get(s);n!=i&&(cg.set(s,n),s.style.background=e,s.style.borderColor=t)}var ug=new WeakMap;function dg(s,e,t,n){let i=e+""+t,r=ug.get(s);i!=r&&(ug.set(s,i),s.style.height=t+"px",s.style.width=e+"px",s.style.marginLeft=n?-e/2+"px":0,s.style.marginTop=n?-t/2+"px":0)}var Zd={passive:!0},Vw={...Zd,capture:!0};function Sr(s,e,t,n){e.addEventListener(s,t,n?Vw:Zd)}function zd(s,e,t,n){e.removeEventListener(s,t,Zd)}Ao&&Bd();function zi(s,e,t,n){let i;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)i=r?t+n>>1:di((t+n)/2),e[i]<s?t=i:n=i;return s-e[t]<=e[n]-s?t:n}function zg(s){return(t,n,i)=>{let r=-1,o=-1;for(let a=n;a<=i;a++)if(s(t[a])){r=a;break}for(let a=i;a>=n;a--)if(s(t[a])){o=a;break}return[r,o]}}var Vg=s=>s!=null,Gg=s=>s!=null&&s>0,mh=zg(Vg),Gw=zg(Gg);function Hw(s,e,t,n=0,i=!1){let r=i?Gw:mh,o=i?Gg:Vg;[e,t]=r(s,e,t);let a=s[e],l=s[e];if(e>-1)if(n==1)a=s[e],l=s[t];else if(n==-1)a=s[t],l=s[e];else for(let c=e;c<=t;c++){let h=s[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??kt,l??-kt]}function gh(s,e,t,n){let i=mg(s),r=mg(e);s==e&&(i==-1?(s*=t,e/=t):(s/=t,e*=t));let o=t==10?Ss:Hg,a=i==1?di:Mi,l=r==1?Mi:di,c=a(o(Sn(s))),h=l(o(Sn(e))),u=bo(t,c),d=bo(t,h);return t==10&&(c<0&&(u=zt(u,-c)),h<0&&(d=zt(d,-h))),n||t==2?(s=u*i,e=d*r):(s=Yg(s,u),e=vh(e,d)),[s,e]}function Jd(s,e,t,n){let i=gh(s,e,t,n);return s==0&&(i[0]=0),e==0&&(i[1]=0),i}var Kd=.1,fg={mode:3,pad:Kd},ka={pad:0,soft:null,mode:0},Ww={min:ka,max:ka};function fh(s,e,t,n){return yh(t)?pg(s,e,t):(ka.pad=t,ka.soft=n?0:null,ka.mode=n?3:0,pg(s,e,Ww))}function Et(s,e){return s??e}function Xw(s,e,t){for(e=Et(e,0),t=Et(t,s.length-1);e<=t;){if(s[e]!=null)return!0;e++}return!1}function pg(s,e,t){let n=t.min,i=t.max,r=Et(n.pad,0),o=Et(i.pad,0),a=Et(n.hard,-kt),l=Et(i.hard,kt),c=Et(n.soft,kt),h=Et(i.soft,-kt),u=Et(n.mode,0),d=Et(i.mode,0),f=e-s,p=Ss(f),v=Qn(Sn(s),Sn(e)),g=Ss(v),m=Sn(g-p);(f<1e-24||m>10)&&(f=0,(s==0||e==0)&&(f=1e-24,u==2&&c!=kt&&(r=0),d==2&&h!=-kt&&(o=0)));let x=f||v||1e3,T=Ss(x),b=bo(10,di(T)),C=x*(f==0?s==0?.1:1:r),A=zt(Yg(s-C,b/10),24),y=s>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:kt,E=Qn(a,A<y&&s>=y?y:Vi(y,A)),F=x*(f==0?e==0?.1:1:o),I=zt(vh(e+F,b/10),24),L=e<=h&&(d==1||d==3&&I>=h||d==2&&I<=h)?h:-kt,k=Vi(l,I>L&&e<=L?L:Qn(L,I));return E==k&&E==0&&(k=100),[E,k]}var qw=new Intl.NumberFormat(Ao?zw.language:"en-US"),jd=s=>qw.format(s),fi=Math,uh=fi.PI,Sn=fi.abs,di=fi.floor,wn=fi.round,Mi=fi.ceil,Vi=fi.min,Qn=fi.max,bo=fi.pow,mg=fi.sign,Ss=fi.log10,Hg=fi.log2,Yw=(s,e=1)=>fi.sinh(s)*e,Dd=(s,e=1)=>fi.asinh(s/e),kt=1/0;function gg(s){return(Ss((s^s>>31)-(s>>31))|0)+1}function Vd(s,e,t){return Vi(Qn(s,e),t)}function Wg(s){return typeof s=="function"}function xt(s){return Wg(s)?s:()=>s}var $w=()=>{},Xg=s=>s,qg=(s,e)=>e,Zw=s=>null,vg=s=>!0,yg=(s,e)=>s==e,Jw=/\.\d*?(?=9{6,}|0{6,})/gm,Ar=s=>{if(Zg(s)||Ks.has(s))return s;let e=`${s}`,t=e.match(Jw);if(t==null)return s;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[i,r]=e.split("e");return+`${Ar(i)}e${r}`}return zt(s,n)};function br(s,e){return Ar(zt(Ar(s/e))*e)}function vh(s,e){return Ar(Mi(Ar(s/e))*e)}function Yg(s,e){return Ar(di(Ar(s/e))*e)}function zt(s,e=0){if(Zg(s))return s;let t=10**e,n=s*t*(1+Number.EPSILON);return wn(n)/t}var Ks=new Map;function $g(s){return((""+s).split(".")[1]||"").length}function Va(s,e,t,n){let i=[],r=n.map($g);for(let o=e;o<t;o++){let a=Sn(o),l=zt(bo(s,o),a);for(let c=0;c<n.length;c++){let h=s==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=s==10?h:zt(h,u);i.push(d),Ks.set(d,u)}}return i}var za={},Qd=[],Mo=[null,null],Js=Array.isArray,Zg=Number.isInteger,Kw=s=>s===void 0;function xg(s){return typeof s=="string"}function yh(s){let e=!1;if(s!=null){let t=s.constructor;e=t==null||t==Object}return e}function jw(s){return s!=null&&typeof s=="object"}var Qw=Object.getPrototypeOf(Uint8Array),Jg="__proto__";function wo(s,e=yh){let t;if(Js(s)){let n=s.find(i=>i!=null);if(Js(n)||e(n)){t=Array(s.length);for(let i=0;i<s.length;i++)t[i]=wo(s[i],e)}else t=s.slice()}else if(s instanceof Qw)t=s.slice();else if(e(s)){t={};for(let n in s)n!=Jg&&(t[n]=wo(s[n],e))}else t=s;return t}function mn(s){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let i in n)i!=Jg&&(yh(s[i])?mn(s[i],wo(n[i])):s[i]=wo(n[i]))}return s}var eS=0,tS=1,nS=2;function iS(s,e,t){for(let n=0,i,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(i=o-1;i>=0&&s[i]==null;)s[i--]=null;for(i=o+1;i<t&&s[i]==null;)s[r=i++]=null}}}function sS(s,e){if(aS(s)){let o=s[0].slice();for(let a=1;a<s.length;a++)o.push(...s[a].slice(1));return lS(o[0])||(o=oS(o)),o}let t=new Set;for(let o=0;o<s.length;o++){let l=s[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],i=n[0].length,r=new Map;for(let o=0;o<i;o++)r.set(n[0][o],o);for(let o=0;o<s.length;o++){let a=s[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(i).fill(void 0),d=e?e[o][c]:tS,f=[];for(let p=0;p<h.length;p++){let v=h[p],g=r.get(l[p]);v===null?d!=eS&&(u[g]=v,d==nS&&f.push(g)):u[g]=v}iS(u,f,i),n.push(u)}}return n}var rS=typeof queueMicrotask>"u"?s=>Promise.resolve().then(s):queueMicrotask;function oS(s){let e=s[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let i=[];for(let r=0;r<s.length;r++){let o=s[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];i.push(a)}return i}function aS(s){let e=s[0][0],t=e.length;for(let n=1;n<s.length;n++){let i=s[n][0];if(i.length!=t)return!1;if(i!=e){for(let r=0;r<t;r++)if(i[r]!=e[r])return!1}}return!0}function lS(s,e=100){let t=s.length;if(t<=1)return!0;let n=0,i=t-1;for(;n<=i&&s[n]==null;)n++;for(;i>=n&&s[i]==null;)i--;if(i<=n)return!0;let r=Qn(1,di((i-n+1)/e));for(let o=s[n],a=n+r;a<=i;a+=r){let l=s[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Kg=["January","February","March","April","May","June","July","August","September","October","November","December"],jg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Qg(s){return s.slice(0,3)}var cS=jg.map(Qg),hS=Kg.map(Qg),uS={MMMM:Kg,MMM:hS,WWWW:jg,WWW:cS};function Ua(s){return(s<10?"0":"")+s}function dS(s){return(s<10?"00":s<100?"0":"")+s}var fS={YYYY:s=>s.getFullYear(),YY:s=>(s.getFullYear()+"").slice(2),MMMM:(s,e)=>e.MMMM[s.getMonth()],MMM:(s,e)=>e.MMM[s.getMonth()],MM:s=>Ua(s.getMonth()+1),M:s=>s.getMonth()+1,DD:s=>Ua(s.getDate()),D:s=>s.getDate(),WWWW:(s,e)=>e.WWWW[s.getDay()],WWW:(s,e)=>e.WWW[s.getDay()],HH:s=>Ua(s.getHours()),H:s=>s.getHours(),h:s=>{let e=s.getHours();return e==0?12:e>12?e-12:e},AA:s=>s.getHours()>=12?"PM":"AM",aa:s=>s.getHours()>=12?"pm":"am",a:s=>s.getHours()>=12?"p":"a",mm:s=>Ua(s.getMinutes()),m:s=>s.getMinutes(),ss:s=>Ua(s.getSeconds()),s:s=>s.getSeconds(),fff:s=>dS(s.getMilliseconds())};function ef(s,e){e=e||uS;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,i;for(;i=n.exec(s);)t.push(i[0][0]=="{"?fS[i[1]]:i[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var pS=new Intl.DateTimeFormat().resolvedOptions().timeZone;function mS(s,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+s+s.getTimezoneOffset()*6e4):e==pS?t=s:(t=new Date(s.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(s.getMilliseconds())),t}var e0=s=>s%1==0,ph=[1,2,2.5,5],gS=Va(10,-32,0,ph),t0=Va(10,0,32,ph),vS=t0.filter(e0),Mr=gS.concat(t0),tf=`
`,n0="{YYYY}",_g=tf+n0,i0="{M}/{D}",Ba=tf+i0,ch=Ba+"/{YY}",s0="{aa}",yS="{h}:{mm}",xo=yS+s0,bg=tf+xo,Mg=":{ss}",Pt=null;function r0(s){let e=s*1e3,t=e*60,n=t*60,i=n*24,r=i*30,o=i*365,l=(s==1?Va(10,0,3,ph).filter(e0):Va(10,-3,0,ph)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,i,i*2,i*3,i*4,i*5,i*6,i*7,i*8,i*9,i*10,i*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,n0,Pt,Pt,Pt,Pt,Pt,Pt,1],[i*28,"{MMM}",_g,Pt,Pt,Pt,Pt,Pt,1],[i,i0,_g,Pt,Pt,Pt,Pt,Pt,1],[n,"{h}"+s0,ch,Pt,Ba,Pt,Pt,Pt,1],[t,xo,ch,Pt,Ba,Pt,Pt,Pt,1],[e,Mg,ch+" "+xo,Pt,Ba+" "+xo,Pt,bg,Pt,1],[s,Mg+".{fff}",ch+" "+xo,Pt,Ba+" "+xo,Pt,bg,Pt,1]];function h(u){return(d,f,p,v,g,m)=>{let x=[],T=g>=o,b=g>=r&&g<o,C=u(p),A=zt(C*s,3),y=Nd(C.getFullYear(),T?0:C.getMonth(),b||T?1:C.getDate()),E=zt(y*s,3);if(b||T){let F=b?g/r:0,I=T?g/o:0,L=A==E?A:zt(Nd(y.getFullYear()+I,y.getMonth()+F,1)*s,3),k=new Date(wn(L/s)),V=k.getFullYear(),D=k.getMonth();for(let H=0;L<=v;H++){let Y=Nd(V+I*H,D+F*H,1),W=Y-u(zt(Y*s,3));L=zt((+Y+W)*s,3),L<=v&&x.push(L)}}else{let F=g>=i?i:g,I=di(p)-di(A),L=E+I+vh(A-E,F);x.push(L);let k=u(L),V=k.getHours()+k.getMinutes()/t+k.getSeconds()/n,D=g/n,H=d.axes[f]._space,Y=m/H;for(;L=zt(L+g,s==1?0:3),!(L>v);)if(D>1){let W=di(zt(V+D,6))%24,j=u(L).getHours()-W;j>1&&(j=-1),L-=j*n,V=(V+D)%24;let se=x[x.length-1];zt((L-se)/g,3)*Y>=.7&&x.push(L)}else x.push(L)}return x}}return[l,c,h]}var[xS,_S,bS]=r0(1),[MS,wS,SS]=r0(.001);Va(2,-53,53,[1]);function wg(s,e){return s.map(t=>t.map((n,i)=>i==0||i==8||n==null?n:e(i==1||t[8]==0?n:t[1]+n)))}function Sg(s,e){return(t,n,i,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let v=s(p),g=v.getFullYear(),m=v.getMonth(),x=v.getDate(),T=v.getHours(),b=v.getMinutes(),C=v.getSeconds(),A=g!=l&&a[2]||m!=c&&a[3]||x!=h&&a[4]||T!=u&&a[5]||b!=d&&a[6]||C!=f&&a[7]||a[1];return l=g,c=m,h=x,u=T,d=b,f=C,A(v)})}}function AS(s,e){let t=ef(e);return(n,i,r,o,a)=>i.map(l=>t(s(l)))}function Nd(s,e,t){return new Date(s,e,t)}function Ag(s,e){return e(s)}var ES="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Eg(s,e){return(t,n,i,r)=>r==null?$d:e(s(n))}function TS(s,e){let t=s.series[e];return t.width?t.stroke(s,e):t.points.width?t.points.stroke(s,e):null}function CS(s,e){return s.series[e].fill(s,e)}var RS={show:!0,live:!0,isolate:!1,mount:$w,markers:{show:!0,width:2,stroke:TS,fill:CS,dash:"solid"},idx:null,idxs:null,values:[]};function PS(s,e){let t=s.cursor.points,n=bi(),i=t.size(s,e);Yt(n,Fa,i),Yt(n,Oa,i);let r=i/-2;Yt(n,"marginLeft",r),Yt(n,"marginTop",r);let o=t.width(s,e,i);return o&&Yt(n,"borderWidth",o),n}function IS(s,e){let t=s.series[e].points;return t._fill||t._stroke}function LS(s,e){let t=s.series[e].points;return t._stroke||t._fill}function DS(s,e){return s.series[e].points.size}var Ud=[0,0];function NS(s,e,t){return Ud[0]=e,Ud[1]=t,Ud}function hh(s,e,t,n=!0){return i=>{i.button==0&&(!n||i.target==e)&&t(i)}}function Fd(s,e,t,n=!0){return i=>{(!n||i.target==e)&&t(i)}}var US={show:!0,x:!0,y:!0,lock:!1,move:NS,points:{one:!1,show:PS,size:DS,width:0,stroke:LS,fill:IS},bind:{mousedown:hh,mouseup:hh,click:hh,dblclick:hh,mousemove:Fd,mouseleave:Fd,mouseenter:Fd},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(s,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(s,e,t,n,i)=>n-i,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},o0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},nf=mn({},o0,{filter:qg}),a0=mn({},nf,{size:10}),l0=mn({},o0,{show:!1}),sf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',c0="bold "+sf,h0=1.5,Tg={show:!0,scale:"x",stroke:Yd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:c0,side:2,grid:nf,ticks:a0,border:l0,font:sf,lineGap:h0,rotate:0},FS="Value",OS="Time",Cg={show:!0,scale:"x",auto:!1,sorted:1,min:kt,max:-kt,idxs:[]};function BS(s,e,t,n,i){return e.map(r=>r==null?"":jd(r))}function kS(s,e,t,n,i,r,o){let a=[],l=Ks.get(i)||0;t=o?t:zt(vh(t,i),l);for(let c=t;c<=n;c=zt(c+i,l))a.push(Object.is(c,-0)?0:c);return a}function Gd(s,e,t,n,i,r,o){let a=[],l=s.scales[s.axes[e].scale].log,c=l==10?Ss:Hg,h=di(c(t));i=bo(l,h),l==10&&(i=Mr[zi(i,Mr)]);let u=t,d=i*l;l==10&&(d=Mr[zi(d,Mr)]);do a.push(u),u=u+i,l==10&&!Ks.has(u)&&(u=zt(u,Ks.get(i))),u>=d&&(i=u,d=i*l,l==10&&(d=Mr[zi(d,Mr)]));while(u<=n);return a}function zS(s,e,t,n,i,r,o){let l=s.scales[s.axes[e].scale].asinh,c=n>l?Gd(s,e,Qn(l,t),n,i):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?Gd(s,e,Qn(l,-n),-t,i):[l]).reverse().map(d=>-d).concat(h,c)}var u0=/./,VS=/[12357]/,GS=/[125]/,Rg=/1/,Hd=(s,e,t,n)=>s.map((i,r)=>e==4&&i==0||r%n==0&&t.test(i.toExponential()[i<0?1:0])?i:null);function HS(s,e,t,n,i){let r=s.axes[t],o=r.scale,a=s.scales[o],l=s.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?u0:l(7,o)-h>=c?VS:l(5,o)-h>=c?GS:Rg;if(u==Rg){let d=Sn(l(1,o)-h);if(d<c)return Hd(e.slice().reverse(),a.distr,u,Mi(c/d)).reverse()}return Hd(e,a.distr,u,1)}function WS(s,e,t,n,i){let r=s.axes[t],o=r.scale,a=r._space,l=s.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?Hd(e.slice().reverse(),3,u0,Mi(a/c)).reverse():e}function XS(s,e,t,n){return n==null?$d:e==null?"":jd(e)}var Pg={show:!0,scale:"y",stroke:Yd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:c0,side:3,grid:nf,ticks:a0,border:l0,font:sf,lineGap:h0,rotate:0};function qS(s,e){let t=3+(s||1)*2;return zt(t*e,3)}function YS(s,e){let{scale:t,idxs:n}=s.series[0],i=s._data[0],r=s.valToPos(i[n[0]],t,!0),o=s.valToPos(i[n[1]],t,!0),a=Sn(o-r),l=s.series[e],c=a/(l.points.space*Ct);return n[1]-n[0]<=c}var Ig={scale:null,auto:!0,sorted:0,min:kt,max:-kt},d0=(s,e,t,n,i)=>i,Lg={show:!0,auto:!0,sorted:0,gaps:d0,alpha:1,facets:[mn({},Ig,{scale:"x"}),mn({},Ig,{scale:"y"})]},Dg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:d0,alpha:1,points:{show:YS,filter:null},values:null,min:kt,max:-kt,idxs:[],path:null,clip:null};function $S(s,e,t,n,i){return t/10}var f0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},ZS=mn({},f0,{time:!1,ori:1}),Ng={};function p0(s,e){let t=Ng[s];return t||(t={key:s,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(i=>i!=n)},pub(n,i,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=i&&t.plots[h].pub(n,i,r,o,a,l,c)}},s!=null&&(Ng[s]=t)),t}var So=1,Wd=2;function Er(s,e,t){let n=s.mode,i=s.series[e],r=n==2?s._data[e]:s._data,o=s.scales,a=s.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[i.facets[0].scale]:o[s.series[0].scale],u=n==2?o[i.facets[1].scale]:o[i.scale],d=a.left,f=a.top,p=a.width,v=a.height,g=s.valToPosH,m=s.valToPosV;return h.ori==0?t(i,l,c,h,u,g,m,d,f,p,v,_h,Eo,Mh,g0,y0):t(i,l,c,h,u,m,g,f,d,v,p,bh,To,af,v0,x0)}function rf(s,e){let t=0,n=0,i=Et(s.bands,Qd);for(let r=0;r<i.length;r++){let o=i[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function JS(s,e,t,n,i){let r=s.mode,o=s.series[e],a=r==2?o.facets[1].scale:o.scale,l=s.scales[a];return i==-1?l.min:i==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function As(s,e,t,n,i,r){return Er(s,e,(o,a,l,c,h,u,d,f,p,v,g)=>{let m=o.pxRound,x=c.dir*(c.ori==0?1:-1),T=c.ori==0?Eo:To,b,C;x==1?(b=t,C=n):(b=n,C=t);let A=m(u(a[b],c,v,f)),y=m(d(l[b],h,g,p)),E=m(u(a[C],c,v,f)),F=m(d(r==1?h.max:h.min,h,g,p)),I=new Path2D(i);return T(I,E,F),T(I,A,F),T(I,A,y),I})}function xh(s,e,t,n,i,r){let o=null;if(s.length>0){o=new Path2D;let a=e==0?Mh:af,l=t;for(let u=0;u<s.length;u++){let d=s[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+i-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function KS(s,e,t){let n=s[s.length-1];n&&n[0]==e?n[1]=t:s.push([e,t])}function of(s,e,t,n,i,r,o){let a=[],l=s.length;for(let c=i==1?t:n;c>=t&&c<=n;c+=i)if(e[c]===null){let u=c,d=c;if(i==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(s[u]),p=d==u?f:r(s[d]),v=u-i;f=o<=0&&v>=0&&v<l?r(s[v]):f;let m=d+i;p=o>=0&&m>=0&&m<l?r(s[m]):p,p>=f&&a.push([f,p])}return a}function Ug(s){return s==0?Xg:s==1?wn:e=>br(e,s)}function m0(s){let e=s==0?_h:bh,t=s==0?(i,r,o,a,l,c)=>{i.arcTo(r,o,a,l,c)}:(i,r,o,a,l,c)=>{i.arcTo(o,r,l,a,c)},n=s==0?(i,r,o,a,l)=>{i.rect(r,o,a,l)}:(i,r,o,a,l)=>{i.rect(o,r,l,a)};return(i,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(i,r,o,a,l):(c=Vi(c,a/2,l/2),h=Vi(h,a/2,l/2),e(i,r+c,o),t(i,r+a,o,r+a,o+l,c),t(i,r+a,o+l,r,o+l,h),t(i,r,o+l,r,o,h),t(i,r,o,r+a,o,c),i.closePath())}}var _h=(s,e,t)=>{s.moveTo(e,t)},bh=(s,e,t)=>{s.moveTo(t,e)},Eo=(s,e,t)=>{s.lineTo(e,t)},To=(s,e,t)=>{s.lineTo(t,e)},Mh=m0(0),af=m0(1),g0=(s,e,t,n,i,r)=>{s.arc(e,t,n,i,r)},v0=(s,e,t,n,i,r)=>{s.arc(t,e,n,i,r)},y0=(s,e,t,n,i,r,o)=>{s.bezierCurveTo(e,t,n,i,r,o)},x0=(s,e,t,n,i,r,o)=>{s.bezierCurveTo(t,e,i,n,o,r)};function _0(s){return(e,t,n,i,r)=>Er(e,t,(o,a,l,c,h,u,d,f,p,v,g)=>{let{pxRound:m,points:x}=o,T,b;c.ori==0?(T=_h,b=g0):(T=bh,b=v0);let C=zt(x.width*Ct,3),A=(x.size-x.width)/2*Ct,y=zt(A*2,3),E=new Path2D,F=new Path2D,{left:I,top:L,width:k,height:V}=e.bbox;Mh(F,I-y,L-y,k+y*2,V+y*2);let D=H=>{if(l[H]!=null){let Y=m(u(a[H],c,v,f)),W=m(d(l[H],h,g,p));T(E,Y+A,W),b(E,Y,W,A,0,uh*2)}};if(r)r.forEach(D);else for(let H=n;H<=i;H++)D(H);return{stroke:C>0?E:null,fill:E,clip:F,flags:So|Wd}})}function b0(s){return(e,t,n,i,r,o)=>{n!=i&&(r!=n&&o!=n&&s(e,t,n),r!=i&&o!=i&&s(e,t,i),s(e,t,o))}}var jS=b0(Eo),QS=b0(To);function M0(s){let e=Et(s?.alignGaps,0);return(t,n,i,r)=>Er(t,n,(o,a,l,c,h,u,d,f,p,v,g)=>{[i,r]=mh(l,i,r);let m=o.pxRound,x=V=>m(u(V,c,v,f)),T=V=>m(d(V,h,g,p)),b,C;c.ori==0?(b=Eo,C=jS):(b=To,C=QS);let A=c.dir*(c.ori==0?1:-1),y={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:So},E=y.stroke,F=!1;if(r-i>=v*4){let V=ue=>t.posToVal(ue,c.key,!0),D=null,H=null,Y,W,ce,J=x(a[A==1?i:r]),j=x(a[i]),se=x(a[r]),de=V(A==1?j+1:se-1);for(let ue=A==1?i:r;ue>=i&&ue<=r;ue+=A){let Q=a[ue],ye=(A==1?Q<de:Q>de)?J:x(Q),Te=l[ue];ye==J?Te!=null?(W=Te,D==null?(b(E,ye,T(W)),Y=D=H=W):W<D?D=W:W>H&&(H=W)):Te===null&&(F=!0):(D!=null&&C(E,J,T(D),T(H),T(Y),T(W)),Te!=null?(W=Te,b(E,ye,T(W)),D=H=Y=W):(D=H=null,Te===null&&(F=!0)),J=ye,de=V(J+A))}D!=null&&D!=H&&ce!=J&&C(E,J,T(D),T(H),T(Y),T(W))}else for(let V=A==1?i:r;V>=i&&V<=r;V+=A){let D=l[V];D===null?F=!0:D!=null&&b(E,x(a[V]),T(D))}let[L,k]=rf(t,n);if(o.fill!=null||L!=0){let V=y.fill=new Path2D(E),D=o.fillTo(t,n,o.min,o.max,L),H=T(D),Y=x(a[i]),W=x(a[r]);A==-1&&([W,Y]=[Y,W]),b(V,W,H),b(V,Y,H)}if(!o.spanGaps){let V=[];F&&V.push(...of(a,l,i,r,A,x,e)),y.gaps=V=o.gaps(t,n,i,r,V),y.clip=xh(V,c.ori,f,p,v,g)}return k!=0&&(y.band=k==2?[As(t,n,i,r,E,-1),As(t,n,i,r,E,1)]:As(t,n,i,r,E,k)),y})}function e1(s){let e=Et(s.align,1),t=Et(s.ascDesc,!1),n=Et(s.alignGaps,0),i=Et(s.extend,!1);return(r,o,a,l)=>Er(r,o,(c,h,u,d,f,p,v,g,m,x,T)=>{[a,l]=mh(u,a,l);let b=c.pxRound,{left:C,width:A}=r.bbox,y=j=>b(p(j,d,x,g)),E=j=>b(v(j,f,T,m)),F=d.ori==0?Eo:To,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:So},L=I.stroke,k=d.dir*(d.ori==0?1:-1),V=E(u[k==1?a:l]),D=y(h[k==1?a:l]),H=D,Y=D;i&&e==-1&&(Y=C,F(L,Y,V)),F(L,D,V);for(let j=k==1?a:l;j>=a&&j<=l;j+=k){let se=u[j];if(se==null)continue;let de=y(h[j]),ue=E(se);e==1?F(L,de,V):F(L,H,ue),F(L,de,ue),V=ue,H=de}let W=H;i&&e==1&&(W=C+A,F(L,W,V));let[ce,J]=rf(r,o);if(c.fill!=null||ce!=0){let j=I.fill=new Path2D(L),se=c.fillTo(r,o,c.min,c.max,ce),de=E(se);F(j,W,de),F(j,Y,de)}if(!c.spanGaps){let j=[];j.push(...of(h,u,a,l,k,y,n));let se=c.width*Ct/2,de=t||e==1?se:-se,ue=t||e==-1?-se:se;j.forEach(Q=>{Q[0]+=de,Q[1]+=ue}),I.gaps=j=c.gaps(r,o,a,l,j),I.clip=xh(j,d.ori,g,m,x,T)}return J!=0&&(I.band=J==2?[As(r,o,a,l,L,-1),As(r,o,a,l,L,1)]:As(r,o,a,l,L,J)),I})}function Fg(s,e,t,n,i,r,o=kt){if(s.length>1){let a=null;for(let l=0,c=1/0;l<s.length;l++)if(e[l]!==void 0){if(a!=null){let h=Sn(s[l]-s[a]);h<c&&(c=h,o=Sn(t(s[l],n,i,r)-t(s[a],n,i,r)))}a=l}}return o}function t1(s){s=s||za;let e=Et(s.size,[.6,kt,1]),t=s.align||0,n=s.gap||0,i=s.radius;i=i==null?[0,0]:typeof i=="number"?[i,0]:i;let r=xt(i),o=1-e[0],a=Et(e[1],kt),l=Et(e[2],1),c=Et(s.disp,za),h=Et(s.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,v,g)=>Er(f,p,(m,x,T,b,C,A,y,E,F,I,L)=>{let k=m.pxRound,V=t,D=n*Ct,H=a*Ct,Y=l*Ct,W,ce;b.ori==0?[W,ce]=r(f,p):[ce,W]=r(f,p);let J=b.dir*(b.ori==0?1:-1),j=b.ori==0?Mh:af,se=b.ori==0?h:(Re,Ze,lt,we,Ot,Ve,$e)=>{h(Re,Ze,lt,Ot,we,$e,Ve)},de=Et(f.bands,Qd).find(Re=>Re.series[0]==p),ue=de!=null?de.dir:0,Q=m.fillTo(f,p,m.min,m.max,ue),me=k(y(Q,C,L,F)),ye,Te,Me,Xe=I,at=k(m.width*Ct),Ge=!1,ft=null,ut=null,rt=null,Zt=null;u!=null&&(at==0||d!=null)&&(Ge=!0,ft=u.values(f,p,v,g),ut=new Map,new Set(ft).forEach(Re=>{Re!=null&&ut.set(Re,new Path2D)}),at>0&&(rt=d.values(f,p,v,g),Zt=new Map,new Set(rt).forEach(Re=>{Re!=null&&Zt.set(Re,new Path2D)})));let{x0:Vt,size:ln}=c;if(Vt!=null&&ln!=null){V=1,x=Vt.values(f,p,v,g),Vt.unit==2&&(x=x.map(lt=>f.posToVal(E+lt*I,b.key,!0)));let Re=ln.values(f,p,v,g);ln.unit==2?Te=Re[0]*I:Te=A(Re[0],b,I,E)-A(0,b,I,E),Xe=Fg(x,T,A,b,I,E,Xe),Me=Xe-Te+D}else Xe=Fg(x,T,A,b,I,E,Xe),Me=Xe*o+D,Te=Xe-Me;Me<1&&(Me=0),at>=Te/2&&(at=0),Me<5&&(k=Xg);let Nt=Me>0,An=Xe-Me-(Nt?at:0);Te=k(Vd(An,Y,H)),ye=(V==0?Te/2:V==J?0:Te)-V*J*((V==0?D/2:0)+(Nt?at/2:0));let bt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},vn=Ge?null:new Path2D,Qt=null;if(de!=null)Qt=f.data[de.series[1]];else{let{y0:Re,y1:Ze}=c;Re!=null&&Ze!=null&&(T=Ze.values(f,p,v,g),Qt=Re.values(f,p,v,g))}let cn=W*Te,B=ce*Te;for(let Re=J==1?v:g;Re>=v&&Re<=g;Re+=J){let Ze=T[Re];if(Ze==null)continue;if(Qt!=null){let X=Qt[Re]??0;if(Ze-X==0)continue;me=y(X,C,L,F)}let lt=b.distr!=2||c!=null?x[Re]:Re,we=A(lt,b,I,E),Ot=y(Et(Ze,Q),C,L,F),Ve=k(we-ye),$e=k(Qn(Ot,me)),R=k(Vi(Ot,me)),M=$e-R;if(Ze!=null){let X=Ze<0?B:cn,he=Ze<0?cn:B;Ge?(at>0&&rt[Re]!=null&&j(Zt.get(rt[Re]),Ve,R+di(at/2),Te,Qn(0,M-at),X,he),ft[Re]!=null&&j(ut.get(ft[Re]),Ve,R+di(at/2),Te,Qn(0,M-at),X,he)):j(vn,Ve,R+di(at/2),Te,Qn(0,M-at),X,he),se(f,p,Re,Ve-at/2,R,Te+at,M)}}return at>0?bt.stroke=Ge?Zt:vn:Ge||(bt._fill=m.width==0?m._fill:m._stroke??m._fill,bt.width=0),bt.fill=Ge?ut:vn,bt})}function n1(s,e){let t=Et(e?.alignGaps,0);return(n,i,r,o)=>Er(n,i,(a,l,c,h,u,d,f,p,v,g,m)=>{[r,o]=mh(c,r,o);let x=a.pxRound,T=W=>x(d(W,h,g,p)),b=W=>x(f(W,u,m,v)),C,A,y;h.ori==0?(C=_h,y=Eo,A=y0):(C=bh,y=To,A=x0);let E=h.dir*(h.ori==0?1:-1),F=T(l[E==1?r:o]),I=F,L=[],k=[];for(let W=E==1?r:o;W>=r&&W<=o;W+=E)if(c[W]!=null){let J=l[W],j=T(J);L.push(I=j),k.push(b(c[W]))}let V={stroke:s(L,k,C,y,A,x),fill:null,clip:null,band:null,gaps:null,flags:So},D=V.stroke,[H,Y]=rf(n,i);if(a.fill!=null||H!=0){let W=V.fill=new Path2D(D),ce=a.fillTo(n,i,a.min,a.max,H),J=b(ce);y(W,I,J),y(W,F,J)}if(!a.spanGaps){let W=[];W.push(...of(l,c,r,o,E,T,t)),V.gaps=W=a.gaps(n,i,r,o,W),V.clip=xh(W,h.ori,p,v,g,m)}return Y!=0&&(V.band=Y==2?[As(n,i,r,o,D,-1),As(n,i,r,o,D,1)]:As(n,i,r,o,D,Y)),V})}function i1(s){return n1(s1,s)}function s1(s,e,t,n,i,r){let o=s.length;if(o<2)return null;let a=new Path2D;if(t(a,s[0],e[0]),o==2)n(a,s[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=s[d+1]-s[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)i(a,s[d]+u[d]/3,e[d]+l[d]*u[d]/3,s[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,s[d+1],e[d+1])}return a}var Xd=new Set;function Og(){for(let s of Xd)s.syncRect(!0)}Ao&&(Sr(Bw,_o,Og),Sr(kw,_o,Og,!0),Sr(dh,_o,()=>{In.pxRatio=Ct}));var r1=M0(),o1=_0();function Bg(s,e,t,n){return(n?[s[0],s[1]].concat(s.slice(2)):[s[0]].concat(s.slice(1))).map((r,o)=>qd(r,o,e,t))}function a1(s,e){return s.map((t,n)=>n==0?{}:mn({},e,t))}function qd(s,e,t,n){return mn({},e==0?t:n,s)}function w0(s,e,t){return e==null?Mo:[e,t]}var l1=w0;function c1(s,e,t){return e==null?Mo:fh(e,t,Kd,!0)}function S0(s,e,t,n){return e==null?Mo:gh(e,t,s.scales[n].log,!1)}var h1=S0;function A0(s,e,t,n){return e==null?Mo:Jd(e,t,s.scales[n].log,!1)}var u1=A0;function d1(s,e,t,n,i){let r=Qn(gg(s),gg(e)),o=e-s,a=zi(i/n*o,t);do{let l=t[a],c=n*l/o;if(c>=i&&r+(l<5?Ks.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function kg(s){let e,t;return s=s.replace(/(\d+)px/,(n,i)=>(e=wn((t=+i)*Ct))+"px"),[s,e,t]}function f1(s){s.show&&[s.font,s.labelFont].forEach(e=>{let t=zt(e[2]*Ct,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function In(s,e,t){let n={mode:Et(s.mode,1)},i=n.mode;function r(_,w,P,N){let G=w.valToPct(_);return N+P*(w.dir==-1?1-G:G)}function o(_,w,P,N){let G=w.valToPct(_);return N+P*(w.dir==-1?G:1-G)}function a(_,w,P,N){return w.ori==0?r(_,w,P,N):o(_,w,P,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=bi(_w);if(s.id!=null&&(c.id=s.id),ui(c,s.class),s.title){let _=bi(ww,c);_.textContent=s.title}let h=ki("canvas"),u=n.ctx=h.getContext("2d"),d=bi(Sw,c);Sr("click",d,_=>{_.target===p&&(Ht!=Ur||Jt!=Fr)&&Un.click(n,_)},!0);let f=n.under=bi(Aw,d);d.appendChild(h);let p=n.over=bi(Ew,d);s=wo(s);let v=+Et(s.pxAlign,1),g=Ug(v);(s.plugins||[]).forEach(_=>{_.opts&&(s=_.opts(n,s)||s)});let m=s.ms||.001,x=n.series=i==1?Bg(s.series||[],Cg,Dg,!1):a1(s.series||[null],Lg),T=n.axes=Bg(s.axes||[],Tg,Pg,!0),b=n.scales={},C=n.bands=s.bands||[];C.forEach(_=>{_.fill=xt(_.fill||null),_.dir=Et(_.dir,-1)});let A=i==2?x[1].facets[0].scale:x[0].scale,y={axes:cs,series:mt},E=(s.drawOrder||["axes","series"]).map(_=>y[_]);function F(_){let w=_.distr==3?P=>Ss(P>0?P:_.clamp(n,P,_.min,_.max,_.key)):_.distr==4?P=>Dd(P,_.asinh):_.distr==100?P=>_.fwd(P):P=>P;return P=>{let N=w(P),{_min:G,_max:Z}=_,ae=Z-G;return(N-G)/ae}}function I(_){let w=b[_];if(w==null){let P=(s.scales||za)[_]||za;if(P.from!=null){I(P.from);let N=mn({},b[P.from],P,{key:_});N.valToPct=F(N),b[_]=N}else{w=b[_]=mn({},_==A?f0:ZS,P),w.key=_;let N=w.time,G=w.range,Z=Js(G);if((_!=A||i==2&&!N)&&(Z&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?fg:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?fg:{mode:1,hard:G[1],soft:G[1]}},Z=!1),!Z&&yh(G))){let ae=G;G=(fe,_e,Ne)=>_e==null?Mo:fh(_e,Ne,ae)}w.range=xt(G||(N?l1:_==A?w.distr==3?h1:w.distr==4?u1:w0:w.distr==3?S0:w.distr==4?A0:c1)),w.auto=xt(Z?!1:w.auto),w.clamp=xt(w.clamp||$S),w._min=w._max=null,w.valToPct=F(w)}}}I("x"),I("y"),i==1&&x.forEach(_=>{I(_.scale)}),T.forEach(_=>{I(_.scale)});for(let _ in s.scales)I(_);let L=b[A],k=L.distr,V,D;L.ori==0?(ui(c,bw),V=r,D=o):(ui(c,Mw),V=o,D=r);let H={};for(let _ in b){let w=b[_];(w.min!=null||w.max!=null)&&(H[_]={min:w.min,max:w.max},w.min=w.max=null)}let Y=s.tzDate||(_=>new Date(wn(_/m))),W=s.fmtDate||ef,ce=m==1?bS(Y):SS(Y),J=Sg(Y,wg(m==1?_S:wS,W)),j=Eg(Y,Ag(ES,W)),se=[],de=n.legend=mn({},RS,s.legend),ue=n.cursor=mn({},US,{drag:{y:i==2}},s.cursor),Q=de.show,me=ue.show,ye=de.markers;de.idxs=se,ye.width=xt(ye.width),ye.dash=xt(ye.dash),ye.stroke=xt(ye.stroke),ye.fill=xt(ye.fill);let Te,Me,Xe,at=[],Ge=[],ft,ut=!1,rt={};if(de.live){let _=x[1]?x[1].values:null;ut=_!=null,ft=ut?_(n,1,0):{_:0};for(let w in ft)rt[w]=$d}if(Q)if(Te=ki("table",Lw,c),Xe=ki("tbody",null,Te),de.mount(n,Te),ut){Me=ki("thead",null,Te,Xe);let _=ki("tr",null,Me);ki("th",null,_);for(var Zt in ft)ki("th",eg,_).textContent=Zt}else ui(Te,Nw),de.live&&ui(Te,Dw);let Vt={show:!0},ln={show:!1};function Nt(_,w){if(w==0&&(ut||!de.live||i==2))return Mo;let P=[],N=ki("tr",Uw,Xe,Xe.childNodes[w]);ui(N,_.class),_.show||ui(N,wr);let G=ki("th",null,N);if(ye.show){let fe=bi(Fw,G);if(w>0){let _e=ye.width(n,w);_e&&(fe.style.border=_e+"px "+ye.dash(n,w)+" "+ye.stroke(n,w)),fe.style.background=ye.fill(n,w)}}let Z=bi(eg,G);_.label instanceof HTMLElement?Z.appendChild(_.label):Z.textContent=_.label,w>0&&(ye.show||(Z.style.color=_.width>0?ye.stroke(n,w):ye.fill(n,w)),bt("click",G,fe=>{if(ue._lock)return;je(fe);let _e=x.indexOf(_);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let Ne=x.some((Ue,Oe)=>Oe>0&&Oe!=_e&&Ue.show);x.forEach((Ue,Oe)=>{Oe>0&&Xi(Oe,Ne?Oe==_e?Vt:ln:Vt,!0,fn.setSeries)})}else Xi(_e,{show:!_.show},!0,fn.setSeries)},!1),Qe&&bt(sg,G,fe=>{ue._lock||(je(fe),Xi(x.indexOf(_),Br,!0,fn.setSeries))},!1));for(var ae in ft){let fe=ki("td",Ow,N);fe.textContent="--",P.push(fe)}return[N,P]}let An=new Map;function bt(_,w,P,N=!0){let G=An.get(w)||{},Z=ue.bind[_](n,w,P,N);Z&&(Sr(_,w,G[_]=Z),An.set(w,G))}function vn(_,w,P){let N=An.get(w)||{};for(let G in N)(_==null||G==_)&&(zd(G,w,N[G]),delete N[G]);_==null&&An.delete(w)}let Qt=0,cn=0,B=0,Re=0,Ze=0,lt=0,we=Ze,Ot=lt,Ve=B,$e=Re,R=0,M=0,X=0,he=0;n.bbox={};let oe=!1,ve=!1,xe=!1,te=!1,ie=!1,pe=!1;function O(_,w,P){(P||_!=n.width||w!=n.height)&&re(_,w),dt(!1),xe=!0,ve=!0,Fn()}function re(_,w){n.width=Qt=B=_,n.height=cn=Re=w,Ze=lt=0,be(),He();let P=n.bbox;R=P.left=br(Ze*Ct,.5),M=P.top=br(lt*Ct,.5),X=P.width=br(B*Ct,.5),he=P.height=br(Re*Ct,.5)}let ne=3;function Se(){let _=!1,w=0;for(;!_;){w++;let P=Lr(w),N=Wi(w);_=w==ne||P&&N,_||(re(n.width,n.height),ve=!0)}}function ge({width:_,height:w}){O(_,w)}n.setSize=ge;function be(){let _=!1,w=!1,P=!1,N=!1;T.forEach((G,Z)=>{if(G.show&&G._show){let{side:ae,_size:fe}=G,_e=ae%2,Ne=G.label!=null?G.labelSize:0,Ue=fe+Ne;Ue>0&&(_e?(B-=Ue,ae==3?(Ze+=Ue,N=!0):P=!0):(Re-=Ue,ae==0?(lt+=Ue,_=!0):w=!0))}}),Gi[0]=_,Gi[1]=P,Gi[2]=w,Gi[3]=N,B-=Ti[1]+Ti[3],Ze+=Ti[3],Re-=Ti[2]+Ti[0],lt+=Ti[0]}function He(){let _=Ze+B,w=lt+Re,P=Ze,N=lt;function G(Z,ae){switch(Z){case 1:return _+=ae,_-ae;case 2:return w+=ae,w-ae;case 3:return P-=ae,P+ae;case 0:return N-=ae,N+ae}}T.forEach((Z,ae)=>{if(Z.show&&Z._show){let fe=Z.side;Z._pos=G(fe,Z._size),Z.label!=null&&(Z._lpos=G(fe,Z.labelSize))}})}if(ue.dataIdx==null){let _=ue.hover,w=_.skip=new Set(_.skip??[]);w.add(void 0);let P=_.prox=xt(_.prox),N=_.bias??=0;ue.dataIdx=(G,Z,ae,fe)=>{if(Z==0)return ae;let _e=ae,Ne=P(G,Z,ae,fe)??kt,Ue=Ne>=0&&Ne<kt,Oe=L.ori==0?B:Re,ot=ue.left,Tt=e[0],St=e[Z];if(w.has(St[ae])){_e=null;let gt=null,Ke=null,qe;if(N==0||N==-1)for(qe=ae;gt==null&&qe-- >0;)w.has(St[qe])||(gt=qe);if(N==0||N==1)for(qe=ae;Ke==null&&qe++<St.length;)w.has(St[qe])||(Ke=qe);if(gt!=null||Ke!=null)if(Ue){let Xt=gt==null?-1/0:V(Tt[gt],L,Oe,0),nn=Ke==null?1/0:V(Tt[Ke],L,Oe,0),Rn=ot-Xt,Ut=nn-ot;Rn<=Ut?Rn<=Ne&&(_e=gt):Ut<=Ne&&(_e=Ke)}else _e=Ke==null?gt:gt==null?Ke:ae-gt<=Ke-ae?gt:Ke}else Ue&&Sn(ot-V(Tt[ae],L,Oe,0))>Ne&&(_e=null);return _e}}let je=_=>{ue.event=_};ue.idxs=se,ue._lock=!1;let le=ue.points;le.show=xt(le.show),le.size=xt(le.size),le.stroke=xt(le.stroke),le.width=xt(le.width),le.fill=xt(le.fill);let Be=n.focus=mn({},s.focus||{alpha:.3},ue.focus),Qe=Be.prox>=0,Ce=Qe&&le.one,ht=[],Gt=[],Gn=[];function Do(_,w){let P=le.show(n,w);if(P instanceof HTMLElement)return ui(P,Iw),ui(P,_.class),rs(P,-10,-10,B,Re),p.insertBefore(P,ht[w]),P}function Rr(_,w){if(i==1||w>0){let P=i==1&&b[_.scale].time,N=_.value;_.value=P?xg(N)?Eg(Y,Ag(N,W)):N||j:N||XS,_.label=_.label||(P?OS:FS)}if(Ce||w>0){_.width=_.width==null?1:_.width,_.paths=_.paths||r1||Zw,_.fillTo=xt(_.fillTo||JS),_.pxAlign=+Et(_.pxAlign,v),_.pxRound=Ug(_.pxAlign),_.stroke=xt(_.stroke||null),_.fill=xt(_.fill||null),_._stroke=_._fill=_._paths=_._focus=null;let P=qS(Qn(1,_.width),1),N=_.points=mn({},{size:P,width:Qn(1,P*.2),stroke:_.stroke,space:P*2,paths:o1,_stroke:null,_fill:null},_.points);N.show=xt(N.show),N.filter=xt(N.filter),N.fill=xt(N.fill),N.stroke=xt(N.stroke),N.paths=xt(N.paths),N.pxAlign=_.pxAlign}if(Q){let P=Nt(_,w);at.splice(w,0,P[0]),Ge.splice(w,0,P[1]),de.values.push(null)}if(me){se.splice(w,0,null);let P=null;Ce?w==0&&(P=Do(_,w)):w>0&&(P=Do(_,w)),ht.splice(w,0,P),Gt.splice(w,0,0),Gn.splice(w,0,0)}Cn("addSeries",w)}function Qh(_,w){w=w??x.length,_=i==1?qd(_,w,Cg,Dg):qd(_,w,{},Lg),x.splice(w,0,_),Rr(x[w],w)}n.addSeries=Qh;function Ja(_){if(x.splice(_,1),Q){de.values.splice(_,1),Ge.splice(_,1);let w=at.splice(_,1)[0];vn(null,w.firstChild),w.remove()}me&&(se.splice(_,1),ht.splice(_,1)[0].remove(),Gt.splice(_,1),Gn.splice(_,1)),Cn("delSeries",_)}n.delSeries=Ja;let Gi=[!1,!1,!1,!1];function os(_,w){if(_._show=_.show,_.show){let P=_.side%2,N=b[_.scale];N==null&&(_.scale=P?x[1].scale:A,N=b[_.scale]);let G=N.time;_.size=xt(_.size),_.space=xt(_.space),_.rotate=xt(_.rotate),Js(_.incrs)&&_.incrs.forEach(ae=>{!Ks.has(ae)&&Ks.set(ae,$g(ae))}),_.incrs=xt(_.incrs||(N.distr==2?vS:G?m==1?xS:MS:Mr)),_.splits=xt(_.splits||(G&&N.distr==1?ce:N.distr==3?Gd:N.distr==4?zS:kS)),_.stroke=xt(_.stroke),_.grid.stroke=xt(_.grid.stroke),_.ticks.stroke=xt(_.ticks.stroke),_.border.stroke=xt(_.border.stroke);let Z=_.values;_.values=Js(Z)&&!Js(Z[0])?xt(Z):G?Js(Z)?Sg(Y,wg(Z,W)):xg(Z)?AS(Y,Z):Z||J:Z||BS,_.filter=xt(_.filter||(N.distr>=3&&N.log==10?HS:N.distr==3&&N.log==2?WS:qg)),_.font=kg(_.font),_.labelFont=kg(_.labelFont),_._size=_.size(n,null,w,0),_._space=_._rotate=_._incrs=_._found=_._splits=_._values=null,_._size>0&&(Gi[w]=!0,_._el=bi(Tw,d))}}function as(_,w,P,N){let[G,Z,ae,fe]=P,_e=w%2,Ne=0;return _e==0&&(fe||Z)&&(Ne=w==0&&!G||w==2&&!ae?wn(Tg.size/3):0),_e==1&&(G||ae)&&(Ne=w==1&&!Z||w==3&&!fe?wn(Pg.size/2):0),Ne}let No=n.padding=(s.padding||[as,as,as,as]).map(_=>xt(Et(_,as))),Ti=n._padding=No.map((_,w)=>_(n,w,Gi,0)),en,on=null,an=null,Hi=i==1?x[0].idxs:null,ii=null,Ts=!1;function Uo(_,w){if(e=_??[],n.data=n._data=e,i==2){en=0;for(let P=1;P<x.length;P++)en+=e[P][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ii=e[0],en=ii.length;let P=e;if(k==2){P=e.slice();let N=P[0]=Array(en);for(let G=0;G<en;G++)N[G]=G}n._data=e=P}if(dt(!0),Cn("setData"),k==2&&(xe=!0),w!==!1){let P=L;P.auto(n,Ts)?Fo():Ps(A,P.min,P.max),te=te||ue.left>=0,pe=!0,Fn()}}n.setData=Uo;function Fo(){Ts=!0;let _,w;i==1&&(en>0?(on=Hi[0]=0,an=Hi[1]=en-1,_=e[0][on],w=e[0][an],k==2?(_=on,w=an):_==w&&(k==3?[_,w]=gh(_,_,L.log,!1):k==4?[_,w]=Jd(_,_,L.log,!1):L.time?w=_+wn(86400/m):[_,w]=fh(_,w,Kd,!0))):(on=Hi[0]=_=null,an=Hi[1]=w=null)),Ps(A,_,w)}let Pr,Cs,Ir,S,z,K,q,$,Ae,Pe;function Ee(_,w,P,N,G,Z){_??=ng,P??=Qd,N??="butt",G??=ng,Z??="round",_!=Pr&&(u.strokeStyle=Pr=_),G!=Cs&&(u.fillStyle=Cs=G),w!=Ir&&(u.lineWidth=Ir=w),Z!=z&&(u.lineJoin=z=Z),N!=K&&(u.lineCap=K=N),P!=S&&u.setLineDash(S=P)}function Ie(_,w,P,N){w!=Cs&&(u.fillStyle=Cs=w),_!=q&&(u.font=q=_),P!=$&&(u.textAlign=$=P),N!=Ae&&(u.textBaseline=Ae=N)}function ze(_,w,P,N,G=0){if(N.length>0&&_.auto(n,Ts)&&(w==null||w.min==null)){let Z=Et(on,0),ae=Et(an,N.length-1),fe=P.min==null?Hw(N,Z,ae,G,_.distr==3):[P.min,P.max];_.min=Vi(_.min,P.min=fe[0]),_.max=Qn(_.max,P.max=fe[1])}}let nt={min:null,max:null};function pt(){for(let N in b){let G=b[N];H[N]==null&&(G.min==null||H[A]!=null&&G.auto(n,Ts))&&(H[N]=nt)}for(let N in b){let G=b[N];H[N]==null&&G.from!=null&&H[G.from]!=null&&(H[N]=nt)}H[A]!=null&&dt(!0);let _={};for(let N in H){let G=H[N];if(G!=null){let Z=_[N]=wo(b[N],jw);if(G.min!=null)mn(Z,G);else if(N!=A||i==2)if(en==0&&Z.from==null){let ae=Z.range(n,null,null,N);Z.min=ae[0],Z.max=ae[1]}else Z.min=kt,Z.max=-kt}}if(en>0){x.forEach((N,G)=>{if(i==1){let Z=N.scale,ae=H[Z];if(ae==null)return;let fe=_[Z];if(G==0){let _e=fe.range(n,fe.min,fe.max,Z);fe.min=_e[0],fe.max=_e[1],on=zi(fe.min,e[0]),an=zi(fe.max,e[0]),an-on>1&&(e[0][on]<fe.min&&on++,e[0][an]>fe.max&&an--),N.min=ii[on],N.max=ii[an]}else N.show&&N.auto&&ze(fe,ae,N,e[G],N.sorted);N.idxs[0]=on,N.idxs[1]=an}else if(G>0&&N.show&&N.auto){let[Z,ae]=N.facets,fe=Z.scale,_e=ae.scale,[Ne,Ue]=e[G],Oe=_[fe],ot=_[_e];Oe!=null&&ze(Oe,H[fe],Z,Ne,Z.sorted),ot!=null&&ze(ot,H[_e],ae,Ue,ae.sorted),N.min=ae.min,N.max=ae.max}});for(let N in _){let G=_[N],Z=H[N];if(G.from==null&&(Z==null||Z.min==null)){let ae=G.range(n,G.min==kt?null:G.min,G.max==-kt?null:G.max,N);G.min=ae[0],G.max=ae[1]}}}for(let N in _){let G=_[N];if(G.from!=null){let Z=_[G.from];if(Z.min==null)G.min=G.max=null;else{let ae=G.range(n,Z.min,Z.max,N);G.min=ae[0],G.max=ae[1]}}}let w={},P=!1;for(let N in _){let G=_[N],Z=b[N];if(Z.min!=G.min||Z.max!=G.max){Z.min=G.min,Z.max=G.max;let ae=Z.distr;Z._min=ae==3?Ss(Z.min):ae==4?Dd(Z.min,Z.asinh):ae==100?Z.fwd(Z.min):Z.min,Z._max=ae==3?Ss(Z.max):ae==4?Dd(Z.max,Z.asinh):ae==100?Z.fwd(Z.max):Z.max,w[N]=P=!0}}if(P){x.forEach((N,G)=>{i==2?G>0&&w.y&&(N._paths=null):w[N.scale]&&(N._paths=null)});for(let N in w)xe=!0,Cn("setScale",N);me&&ue.left>=0&&(te=pe=!0)}for(let N in H)H[N]=null}function ke(_){let w=Vd(on-1,0,en-1),P=Vd(an+1,0,en-1);for(;_[w]==null&&w>0;)w--;for(;_[P]==null&&P<en-1;)P++;return[w,P]}function mt(){if(en>0){let _=x.some(w=>w._focus)&&Pe!=Be.alpha;_&&(u.globalAlpha=Pe=Be.alpha),x.forEach((w,P)=>{if(P>0&&w.show&&(jt(P,!1),jt(P,!0),w._paths==null)){let N=Pe;Pe!=w.alpha&&(u.globalAlpha=Pe=w.alpha);let G=i==2?[0,e[P][0].length-1]:ke(e[P]);w._paths=w.paths(n,P,G[0],G[1]),Pe!=N&&(u.globalAlpha=Pe=N)}}),x.forEach((w,P)=>{if(P>0&&w.show){let N=Pe;Pe!=w.alpha&&(u.globalAlpha=Pe=w.alpha),w._paths!=null&&It(P,!1);{let G=w._paths!=null?w._paths.gaps:null,Z=w.points.show(n,P,on,an,G),ae=w.points.filter(n,P,Z,G);(Z||ae)&&(w.points._paths=w.points.paths(n,P,on,an,ae),It(P,!0))}Pe!=N&&(u.globalAlpha=Pe=N),Cn("drawSeries",P)}}),_&&(u.globalAlpha=Pe=1)}}function jt(_,w){let P=w?x[_].points:x[_];P._stroke=P.stroke(n,_),P._fill=P.fill(n,_)}function It(_,w){let P=w?x[_].points:x[_],{stroke:N,fill:G,clip:Z,flags:ae,_stroke:fe=P._stroke,_fill:_e=P._fill,_width:Ne=P.width}=P._paths;Ne=zt(Ne*Ct,3);let Ue=null,Oe=Ne%2/2;w&&_e==null&&(_e=Ne>0?"#fff":fe);let ot=P.pxAlign==1&&Oe>0;if(ot&&u.translate(Oe,Oe),!w){let Tt=R-Ne/2,St=M-Ne/2,gt=X+Ne,Ke=he+Ne;Ue=new Path2D,Ue.rect(Tt,St,gt,Ke)}w?Fe(fe,Ne,P.dash,P.cap,_e,N,G,ae,Z):Lt(_,fe,Ne,P.dash,P.cap,_e,N,G,ae,Ue,Z),ot&&u.translate(-Oe,-Oe)}function Lt(_,w,P,N,G,Z,ae,fe,_e,Ne,Ue){let Oe=!1;_e!=0&&C.forEach((ot,Tt)=>{if(ot.series[0]==_){let St=x[ot.series[1]],gt=e[ot.series[1]],Ke=(St._paths||za).band;Js(Ke)&&(Ke=ot.dir==1?Ke[0]:Ke[1]);let qe,Xt=null;St.show&&Ke&&Xw(gt,on,an)?(Xt=ot.fill(n,Tt)||Z,qe=St._paths.clip):Ke=null,Fe(w,P,N,G,Xt,ae,fe,_e,Ne,Ue,qe,Ke),Oe=!0}}),Oe||Fe(w,P,N,G,Z,ae,fe,_e,Ne,Ue)}let yn=So|Wd;function Fe(_,w,P,N,G,Z,ae,fe,_e,Ne,Ue,Oe){Ee(_,w,P,N,G),(_e||Ne||Oe)&&(u.save(),_e&&u.clip(_e),Ne&&u.clip(Ne)),Oe?(fe&yn)==yn?(u.clip(Oe),Ue&&u.clip(Ue),vt(G,ae),hn(_,Z,w)):fe&Wd?(vt(G,ae),u.clip(Oe),hn(_,Z,w)):fe&So&&(u.save(),u.clip(Oe),Ue&&u.clip(Ue),vt(G,ae),u.restore(),hn(_,Z,w)):(vt(G,ae),hn(_,Z,w)),(_e||Ne||Oe)&&u.restore()}function hn(_,w,P){P>0&&(w instanceof Map?w.forEach((N,G)=>{u.strokeStyle=Pr=G,u.stroke(N)}):w!=null&&_&&u.stroke(w))}function vt(_,w){w instanceof Map?w.forEach((P,N)=>{u.fillStyle=Cs=N,u.fill(P)}):w!=null&&_&&u.fill(w)}function ls(_,w,P,N){let G=T[_],Z;if(N<=0)Z=[0,0];else{let ae=G._space=G.space(n,_,w,P,N),fe=G._incrs=G.incrs(n,_,w,P,N,ae);Z=d1(w,P,fe,N,ae)}return G._found=Z}function un(_,w,P,N,G,Z,ae,fe,_e,Ne){let Ue=ae%2/2;v==1&&u.translate(Ue,Ue),Ee(fe,ae,_e,Ne,fe),u.beginPath();let Oe,ot,Tt,St,gt=G+(N==0||N==3?-Z:Z);P==0?(ot=G,St=gt):(Oe=G,Tt=gt);for(let Ke=0;Ke<_.length;Ke++)w[Ke]!=null&&(P==0?Oe=Tt=_[Ke]:ot=St=_[Ke],u.moveTo(Oe,ot),u.lineTo(Tt,St));u.stroke(),v==1&&u.translate(-Ue,-Ue)}function Lr(_){let w=!0;return T.forEach((P,N)=>{if(!P.show)return;let G=b[P.scale];if(G.min==null){P._show&&(w=!1,P._show=!1,dt(!1));return}else P._show||(w=!1,P._show=!0,dt(!1));let Z=P.side,ae=Z%2,{min:fe,max:_e}=G,[Ne,Ue]=ls(N,fe,_e,ae==0?B:Re);if(Ue==0)return;let Oe=G.distr==2,ot=P._splits=P.splits(n,N,fe,_e,Ne,Ue,Oe),Tt=G.distr==2?ot.map(qe=>ii[qe]):ot,St=G.distr==2?ii[ot[1]]-ii[ot[0]]:Ne,gt=P._values=P.values(n,P.filter(n,Tt,N,Ue,St),N,Ue,St);P._rotate=Z==2?P.rotate(n,gt,N,Ue):0;let Ke=P._size;P._size=Mi(P.size(n,gt,N,_)),Ke!=null&&P._size!=Ke&&(w=!1)}),w}function Wi(_){let w=!0;return No.forEach((P,N)=>{let G=P(n,N,Gi,_);G!=Ti[N]&&(w=!1),Ti[N]=G}),w}function cs(){for(let _=0;_<T.length;_++){let w=T[_];if(!w.show||!w._show)continue;let P=w.side,N=P%2,G,Z,ae=w.stroke(n,_),fe=P==0||P==3?-1:1,[_e,Ne]=w._found;if(w.label!=null){let Xn=w.labelGap*fe,oi=wn((w._lpos+Xn)*Ct);Ie(w.labelFont[0],ae,"center",P==2?"top":tg),u.save(),N==1?(G=Z=0,u.translate(oi,wn(M+he/2)),u.rotate((P==3?-uh:uh)/2)):(G=wn(R+X/2),Z=oi);let ir=Wg(w.label)?w.label(n,_,_e,Ne):w.label;u.fillText(ir,G,Z),u.restore()}if(Ne==0)continue;let Ue=b[w.scale],Oe=N==0?X:he,ot=N==0?R:M,Tt=w._splits,St=Ue.distr==2?Tt.map(Xn=>ii[Xn]):Tt,gt=Ue.distr==2?ii[Tt[1]]-ii[Tt[0]]:_e,Ke=w.ticks,qe=w.border,Xt=Ke.show?Ke.size:0,nn=wn(Xt*Ct),Rn=wn((w.alignTo==2?w._size-Xt-w.gap:w.gap)*Ct),Ut=w._rotate*-uh/180,sn=g(w._pos*Ct),si=(nn+Rn)*fe,Wn=sn+si;Z=N==0?Wn:0,G=N==1?Wn:0;let gi=w.font[0],Ci=w.align==1?yo:w.align==2?Pd:Ut>0?yo:Ut<0?Pd:N==0?"center":P==3?Pd:yo,Yi=Ut||N==1?"middle":P==2?"top":tg;Ie(gi,ae,Ci,Yi);let ri=w.font[1]*w.lineGap,vi=Tt.map(Xn=>g(a(Xn,Ue,Oe,ot))),Ri=w._values;for(let Xn=0;Xn<Ri.length;Xn++){let oi=Ri[Xn];if(oi!=null){N==0?G=vi[Xn]:Z=vi[Xn],oi=""+oi;let ir=oi.indexOf(`
`)==-1?[oi]:oi.split(/\n/gm);for(let qn=0;qn<ir.length;qn++){let Yf=ir[qn];Ut?(u.save(),u.translate(G,Z+qn*ri),u.rotate(Ut),u.fillText(Yf,0,0),u.restore()):u.fillText(Yf,G,Z+qn*ri)}}}Ke.show&&un(vi,Ke.filter(n,St,_,Ne,gt),N,P,sn,nn,zt(Ke.width*Ct,3),Ke.stroke(n,_),Ke.dash,Ke.cap);let $i=w.grid;$i.show&&un(vi,$i.filter(n,St,_,Ne,gt),N,N==0?2:1,N==0?M:R,N==0?he:X,zt($i.width*Ct,3),$i.stroke(n,_),$i.dash,$i.cap),qe.show&&un([sn],[1],N==0?1:0,N==0?1:2,N==1?M:R,N==1?he:X,zt(qe.width*Ct,3),qe.stroke(n,_),qe.dash,qe.cap)}Cn("drawAxes")}function dt(_){x.forEach((w,P)=>{P>0&&(w._paths=null,_&&(i==1?(w.min=null,w.max=null):w.facets.forEach(N=>{N.min=null,N.max=null})))})}let tn=!1,Hn=!1,Dt=[];function dn(){Hn=!1;for(let _=0;_<Dt.length;_++)Cn(...Dt[_]);Dt.length=0}function Fn(){tn||(rS(Rf),tn=!0)}function Ka(_,w=!1){tn=!0,Hn=w,_(n),Rf(),w&&Dt.length>0&&queueMicrotask(dn)}n.batch=Ka;function Rf(){if(oe&&(pt(),oe=!1),xe&&(Se(),xe=!1),ve){if(Yt(f,yo,Ze),Yt(f,"top",lt),Yt(f,Fa,B),Yt(f,Oa,Re),Yt(p,yo,Ze),Yt(p,"top",lt),Yt(p,Fa,B),Yt(p,Oa,Re),Yt(d,Fa,Qt),Yt(d,Oa,cn),h.width=wn(Qt*Ct),h.height=wn(cn*Ct),T.forEach(({_el:_,_show:w,_size:P,_pos:N,side:G})=>{if(_!=null)if(w){let Z=G===3||G===0?P:0,ae=G%2==1;Yt(_,ae?"left":"top",N-Z),Yt(_,ae?"width":"height",P),Yt(_,ae?"top":"left",ae?lt:Ze),Yt(_,ae?"height":"width",ae?Re:B),kd(_,wr)}else ui(_,wr)}),Pr=Cs=Ir=z=K=q=$=Ae=S=null,Pe=1,ko(!0),Ze!=we||lt!=Ot||B!=Ve||Re!=$e){dt(!1);let _=B/Ve,w=Re/$e;if(me&&!te&&ue.left>=0){ue.left*=_,ue.top*=w,Dr&&rs(Dr,wn(ue.left),0,B,Re),Nr&&rs(Nr,0,wn(ue.top),B,Re);for(let P=0;P<ht.length;P++){let N=ht[P];N!=null&&(Gt[P]*=_,Gn[P]*=w,rs(N,Mi(Gt[P]),Mi(Gn[P]),B,Re))}}if(Wt.show&&!ie&&Wt.left>=0&&Wt.width>0){Wt.left*=_,Wt.width*=_,Wt.top*=w,Wt.height*=w;for(let P in ru)Yt(Or,P,Wt[P])}we=Ze,Ot=lt,Ve=B,$e=Re}Cn("setSize"),ve=!1}Qt>0&&cn>0&&(u.clearRect(0,0,h.width,h.height),Cn("drawClear"),E.forEach(_=>_()),Cn("draw")),Wt.show&&ie&&(ja(Wt),ie=!1),me&&te&&(nr(null,!0,!1),te=!1),de.show&&de.live&&pe&&(iu(),pe=!1),l||(l=!0,n.status=1,Cn("ready")),Ts=!1,tn=!1}n.redraw=(_,w)=>{xe=w||!1,_!==!1?Ps(A,L.min,L.max):Fn()};function eu(_,w){let P=b[_];if(P.from==null){if(en==0){let N=P.range(n,w.min,w.max,_);w.min=N[0],w.max=N[1]}if(w.min>w.max){let N=w.min;w.min=w.max,w.max=N}if(en>1&&w.min!=null&&w.max!=null&&w.max-w.min<1e-16)return;_==A&&P.distr==2&&en>0&&(w.min=zi(w.min,e[0]),w.max=zi(w.max,e[0]),w.min==w.max&&w.max++),H[_]=w,oe=!0,Fn()}}n.setScale=eu;let tu,nu,Dr,Nr,Pf,If,Ur,Fr,Lf,Df,Ht,Jt,Rs=!1,Un=ue.drag,En=Un.x,Tn=Un.y;me&&(ue.x&&(tu=bi(Rw,p)),ue.y&&(nu=bi(Pw,p)),L.ori==0?(Dr=tu,Nr=nu):(Dr=nu,Nr=tu),Ht=ue.left,Jt=ue.top);let Wt=n.select=mn({show:!0,over:!0,left:0,width:0,top:0,height:0},s.select),Or=Wt.show?bi(Cw,Wt.over?p:f):null;function ja(_,w){if(Wt.show){for(let P in _)Wt[P]=_[P],P in ru&&Yt(Or,P,_[P]);w!==!1&&Cn("setSelect")}}n.setSelect=ja;function Ev(_){if(x[_].show)Q&&kd(at[_],wr);else if(Q&&ui(at[_],wr),me){let P=Ce?ht[0]:ht[_];P!=null&&rs(P,-10,-10,B,Re)}}function Ps(_,w,P){eu(_,{min:w,max:P})}function Xi(_,w,P,N){w.focus!=null&&Iv(_),w.show!=null&&x.forEach((G,Z)=>{Z>0&&(_==Z||_==null)&&(G.show=w.show,Ev(Z),i==2?(Ps(G.facets[0].scale,null,null),Ps(G.facets[1].scale,null,null)):Ps(G.scale,null,null),Fn())}),P!==!1&&Cn("setSeries",_,w),N&&zo("setSeries",n,_,w)}n.setSeries=Xi;function Tv(_,w){mn(C[_],w)}function Cv(_,w){_.fill=xt(_.fill||null),_.dir=Et(_.dir,-1),w=w??C.length,C.splice(w,0,_)}function Rv(_){_==null?C.length=0:C.splice(_,1)}n.addBand=Cv,n.setBand=Tv,n.delBand=Rv;function Pv(_,w){x[_].alpha=w,me&&ht[_]!=null&&(ht[_].style.opacity=w),Q&&at[_]&&(at[_].style.opacity=w)}let hs,Is,tr,Br={focus:!0};function Iv(_){if(_!=tr){let w=_==null,P=Be.alpha!=1;x.forEach((N,G)=>{if(i==1||G>0){let Z=w||G==0||G==_;N._focus=w?null:Z,P&&Pv(G,Z?1:Be.alpha)}}),tr=_,P&&Fn()}}Q&&Qe&&bt(rg,Te,_=>{ue._lock||(je(_),tr!=null&&Xi(null,Br,!0,fn.setSeries))});function qi(_,w,P){let N=b[w];P&&(_=_/Ct-(N.ori==1?lt:Ze));let G=B;N.ori==1&&(G=Re,_=G-_),N.dir==-1&&(_=G-_);let Z=N._min,ae=N._max,fe=_/G,_e=Z+(ae-Z)*fe,Ne=N.distr;return Ne==3?bo(10,_e):Ne==4?Yw(_e,N.asinh):Ne==100?N.bwd(_e):_e}function Lv(_,w){let P=qi(_,A,w);return zi(P,e[0],on,an)}n.valToIdx=_=>zi(_,e[0]),n.posToIdx=Lv,n.posToVal=qi,n.valToPos=(_,w,P)=>b[w].ori==0?r(_,b[w],P?X:B,P?R:0):o(_,b[w],P?he:Re,P?M:0),n.setCursor=(_,w,P)=>{Ht=_.left,Jt=_.top,nr(null,w,P)};function Nf(_,w){Yt(Or,yo,Wt.left=_),Yt(Or,Fa,Wt.width=w)}function Uf(_,w){Yt(Or,"top",Wt.top=_),Yt(Or,Oa,Wt.height=w)}let Oo=L.ori==0?Nf:Uf,Bo=L.ori==1?Nf:Uf;function Dv(){if(Q&&de.live)for(let _=i==2?1:0;_<x.length;_++){if(_==0&&ut)continue;let w=de.values[_],P=0;for(let N in w)Ge[_][P++].firstChild.nodeValue=w[N]}}function iu(_,w){if(_!=null&&(_.idxs?_.idxs.forEach((P,N)=>{se[N]=P}):Kw(_.idx)||se.fill(_.idx),de.idx=se[0]),Q&&de.live){for(let P=0;P<x.length;P++)(P>0||i==1&&!ut)&&Nv(P,se[P]);Dv()}pe=!1,w!==!1&&Cn("setLegend")}n.setLegend=iu;function Nv(_,w){let P=x[_],N=_==0&&k==2?ii:e[_],G;ut?G=P.values(n,_,w)??rt:(G=P.value(n,w==null?null:N[w],_,w),G=G==null?rt:{_:G}),de.values[_]=G}function nr(_,w,P){Lf=Ht,Df=Jt,[Ht,Jt]=ue.move(n,Ht,Jt),ue.left=Ht,ue.top=Jt,me&&(Dr&&rs(Dr,wn(Ht),0,B,Re),Nr&&rs(Nr,0,wn(Jt),B,Re));let N,G=on>an;hs=kt,Is=null;let Z=L.ori==0?B:Re,ae=L.ori==1?B:Re;if(Ht<0||en==0||G){N=ue.idx=null;for(let fe=0;fe<x.length;fe++){let _e=ht[fe];_e!=null&&rs(_e,-10,-10,B,Re)}Qe&&Xi(null,Br,!0,_==null&&fn.setSeries),de.live&&(se.fill(N),pe=!0)}else{let fe,_e,Ne;i==1&&(fe=L.ori==0?Ht:Jt,_e=qi(fe,A),N=ue.idx=zi(_e,e[0],on,an),Ne=V(e[0][N],L,Z,0));let Ue=-10,Oe=-10,ot=0,Tt=0,St=!0,gt="",Ke="";for(let qe=i==2?1:0;qe<x.length;qe++){let Xt=x[qe],nn=se[qe],Rn=nn==null?null:i==1?e[qe][nn]:e[qe][1][nn],Ut=ue.dataIdx(n,qe,N,_e),sn=Ut==null?null:i==1?e[qe][Ut]:e[qe][1][Ut];if(pe=pe||sn!=Rn||Ut!=nn,se[qe]=Ut,qe>0&&Xt.show){let si=Ut==null?-10:Ut==N?Ne:V(i==1?e[0][Ut]:e[qe][0][Ut],L,Z,0),Wn=sn==null?-10:D(sn,i==1?b[Xt.scale]:b[Xt.facets[1].scale],ae,0);if(Qe&&sn!=null){let gi=L.ori==1?Ht:Jt,Ci=Sn(Be.dist(n,qe,Ut,Wn,gi));if(Ci<hs){let Yi=Be.bias;if(Yi!=0){let ri=qi(gi,Xt.scale),vi=sn>=0?1:-1,Ri=ri>=0?1:-1;Ri==vi&&(Ri==1?Yi==1?sn>=ri:sn<=ri:Yi==1?sn<=ri:sn>=ri)&&(hs=Ci,Is=qe)}else hs=Ci,Is=qe}}if(pe||Ce){let gi,Ci;L.ori==0?(gi=si,Ci=Wn):(gi=Wn,Ci=si);let Yi,ri,vi,Ri,$i,Xn,oi=!0,ir=le.bbox;if(ir!=null){oi=!1;let qn=ir(n,qe);vi=qn.left,Ri=qn.top,Yi=qn.width,ri=qn.height}else vi=gi,Ri=Ci,Yi=ri=le.size(n,qe);if(Xn=le.fill(n,qe),$i=le.stroke(n,qe),Ce)qe==Is&&hs<=Be.prox&&(Ue=vi,Oe=Ri,ot=Yi,Tt=ri,St=oi,gt=Xn,Ke=$i);else{let qn=ht[qe];qn!=null&&(Gt[qe]=vi,Gn[qe]=Ri,dg(qn,Yi,ri,oi),hg(qn,Xn,$i),rs(qn,Mi(vi),Mi(Ri),B,Re))}}}}if(Ce){let qe=Be.prox,Xt=tr==null?hs<=qe:hs>qe||Is!=tr;if(pe||Xt){let nn=ht[0];nn!=null&&(Gt[0]=Ue,Gn[0]=Oe,dg(nn,ot,Tt,St),hg(nn,gt,Ke),rs(nn,Mi(Ue),Mi(Oe),B,Re))}}}if(Wt.show&&Rs)if(_!=null){let[fe,_e]=fn.scales,[Ne,Ue]=fn.match,[Oe,ot]=_.cursor.sync.scales,Tt=_.cursor.drag;if(En=Tt._x,Tn=Tt._y,En||Tn){let{left:St,top:gt,width:Ke,height:qe}=_.select,Xt=_.scales[Oe].ori,nn=_.posToVal,Rn,Ut,sn,si,Wn,gi=fe!=null&&Ne(fe,Oe),Ci=_e!=null&&Ue(_e,ot);gi&&En?(Xt==0?(Rn=St,Ut=Ke):(Rn=gt,Ut=qe),sn=b[fe],si=V(nn(Rn,Oe),sn,Z,0),Wn=V(nn(Rn+Ut,Oe),sn,Z,0),Oo(Vi(si,Wn),Sn(Wn-si))):Oo(0,Z),Ci&&Tn?(Xt==1?(Rn=St,Ut=Ke):(Rn=gt,Ut=qe),sn=b[_e],si=D(nn(Rn,ot),sn,ae,0),Wn=D(nn(Rn+Ut,ot),sn,ae,0),Bo(Vi(si,Wn),Sn(Wn-si))):Bo(0,ae)}else ou()}else{let fe=Sn(Lf-Pf),_e=Sn(Df-If);if(L.ori==1){let ot=fe;fe=_e,_e=ot}En=Un.x&&fe>=Un.dist,Tn=Un.y&&_e>=Un.dist;let Ne=Un.uni;Ne!=null?En&&Tn&&(En=fe>=Ne,Tn=_e>=Ne,!En&&!Tn&&(_e>fe?Tn=!0:En=!0)):Un.x&&Un.y&&(En||Tn)&&(En=Tn=!0);let Ue,Oe;En&&(L.ori==0?(Ue=Ur,Oe=Ht):(Ue=Fr,Oe=Jt),Oo(Vi(Ue,Oe),Sn(Oe-Ue)),Tn||Bo(0,ae)),Tn&&(L.ori==1?(Ue=Ur,Oe=Ht):(Ue=Fr,Oe=Jt),Bo(Vi(Ue,Oe),Sn(Oe-Ue)),En||Oo(0,Z)),!En&&!Tn&&(Oo(0,0),Bo(0,0))}if(Un._x=En,Un._y=Tn,_==null){if(P){if(qf!=null){let[fe,_e]=fn.scales;fn.values[0]=fe!=null?qi(L.ori==0?Ht:Jt,fe):null,fn.values[1]=_e!=null?qi(L.ori==1?Ht:Jt,_e):null}zo(Id,n,Ht,Jt,B,Re,N)}if(Qe){let fe=P&&fn.setSeries,_e=Be.prox;tr==null?hs<=_e&&Xi(Is,Br,!0,fe):hs>_e?Xi(null,Br,!0,fe):Is!=tr&&Xi(Is,Br,!0,fe)}}pe&&(de.idx=N,iu()),w!==!1&&Cn("setCursor")}let Ls=null;Object.defineProperty(n,"rect",{get(){return Ls==null&&ko(!1),Ls}});function ko(_=!1){_?Ls=null:(Ls=p.getBoundingClientRect(),Cn("syncRect",Ls))}function Ff(_,w,P,N,G,Z,ae){ue._lock||Rs&&_!=null&&_.movementX==0&&_.movementY==0||(su(_,w,P,N,G,Z,ae,!1,_!=null),_!=null?nr(null,!0,!0):nr(w,!0,!1))}function su(_,w,P,N,G,Z,ae,fe,_e){if(Ls==null&&ko(!1),je(_),_!=null)P=_.clientX-Ls.left,N=_.clientY-Ls.top;else{if(P<0||N<0){Ht=-10,Jt=-10;return}let[Ne,Ue]=fn.scales,Oe=w.cursor.sync,[ot,Tt]=Oe.values,[St,gt]=Oe.scales,[Ke,qe]=fn.match,Xt=w.axes[0].side%2==1,nn=L.ori==0?B:Re,Rn=L.ori==1?B:Re,Ut=Xt?Z:G,sn=Xt?G:Z,si=Xt?N:P,Wn=Xt?P:N;if(St!=null?P=Ke(Ne,St)?a(ot,b[Ne],nn,0):-10:P=nn*(si/Ut),gt!=null?N=qe(Ue,gt)?a(Tt,b[Ue],Rn,0):-10:N=Rn*(Wn/sn),L.ori==1){let gi=P;P=N,N=gi}}_e&&(w==null||w.cursor.event.type==Id)&&((P<=1||P>=B-1)&&(P=br(P,B)),(N<=1||N>=Re-1)&&(N=br(N,Re))),fe?(Pf=P,If=N,[Ur,Fr]=ue.move(n,P,N)):(Ht=P,Jt=N)}let ru={width:0,height:0,left:0,top:0};function ou(){ja(ru,!1)}let Of,Bf,kf,zf;function Vf(_,w,P,N,G,Z,ae){Rs=!0,En=Tn=Un._x=Un._y=!1,su(_,w,P,N,G,Z,ae,!0,!1),_!=null&&(bt(Ld,Od,Gf,!1),zo(ig,n,Ur,Fr,B,Re,null));let{left:fe,top:_e,width:Ne,height:Ue}=Wt;Of=fe,Bf=_e,kf=Ne,zf=Ue}function Gf(_,w,P,N,G,Z,ae){Rs=Un._x=Un._y=!1,su(_,w,P,N,G,Z,ae,!1,!0);let{left:fe,top:_e,width:Ne,height:Ue}=Wt,Oe=Ne>0||Ue>0,ot=Of!=fe||Bf!=_e||kf!=Ne||zf!=Ue;if(Oe&&ot&&ja(Wt),Un.setScale&&Oe&&ot){let Tt=fe,St=Ne,gt=_e,Ke=Ue;if(L.ori==1&&(Tt=_e,St=Ue,gt=fe,Ke=Ne),En&&Ps(A,qi(Tt,A),qi(Tt+St,A)),Tn)for(let qe in b){let Xt=b[qe];qe!=A&&Xt.from==null&&Xt.min!=kt&&Ps(qe,qi(gt+Ke,qe),qi(gt,qe))}ou()}else ue.lock&&(ue._lock=!ue._lock,nr(w,!0,_!=null));_!=null&&(vn(Ld,Od),zo(Ld,n,Ht,Jt,B,Re,null))}function Uv(_,w,P,N,G,Z,ae){if(ue._lock)return;je(_);let fe=Rs;if(Rs){let _e=!0,Ne=!0,Ue=10,Oe,ot;L.ori==0?(Oe=En,ot=Tn):(Oe=Tn,ot=En),Oe&&ot&&(_e=Ht<=Ue||Ht>=B-Ue,Ne=Jt<=Ue||Jt>=Re-Ue),Oe&&_e&&(Ht=Ht<Ur?0:B),ot&&Ne&&(Jt=Jt<Fr?0:Re),nr(null,!0,!0),Rs=!1}Ht=-10,Jt=-10,se.fill(null),nr(null,!0,!0),fe&&(Rs=fe)}function Hf(_,w,P,N,G,Z,ae){ue._lock||(je(_),Fo(),ou(),_!=null&&zo(og,n,Ht,Jt,B,Re,null))}function Wf(){T.forEach(f1),O(n.width,n.height,!0)}Sr(dh,_o,Wf);let kr={};kr.mousedown=Vf,kr.mousemove=Ff,kr.mouseup=Gf,kr.dblclick=Hf,kr.setSeries=(_,w,P,N)=>{let G=fn.match[2];P=G(n,w,P),P!=-1&&Xi(P,N,!0,!1)},me&&(bt(ig,p,Vf),bt(Id,p,Ff),bt(sg,p,_=>{je(_),ko(!1)}),bt(rg,p,Uv),bt(og,p,Hf),Xd.add(n),n.syncRect=ko);let Qa=n.hooks=s.hooks||{};function Cn(_,w,P){Hn?Dt.push([_,w,P]):_ in Qa&&Qa[_].forEach(N=>{N.call(null,n,w,P)})}(s.plugins||[]).forEach(_=>{for(let w in _.hooks)Qa[w]=(Qa[w]||[]).concat(_.hooks[w])});let Xf=(_,w,P)=>P,fn=mn({key:null,setSeries:!1,filters:{pub:vg,sub:vg},scales:[A,x[1]?x[1].scale:null],match:[yg,yg,Xf],values:[null,null]},ue.sync);fn.match.length==2&&fn.match.push(Xf),ue.sync=fn;let qf=fn.key,au=p0(qf);function zo(_,w,P,N,G,Z,ae){fn.filters.pub(_,w,P,N,G,Z,ae)&&au.pub(_,w,P,N,G,Z,ae)}au.sub(n);function Fv(_,w,P,N,G,Z,ae){fn.filters.sub(_,w,P,N,G,Z,ae)&&kr[_](null,w,P,N,G,Z,ae)}n.pub=Fv;function Ov(){au.unsub(n),Xd.delete(n),An.clear(),zd(dh,_o,Wf),c.remove(),Te?.remove(),Cn("destroy")}n.destroy=Ov;function lu(){Cn("init",s,e),Uo(e||s.data,!1),H[A]?eu(A,H[A]):Fo(),ie=Wt.show&&(Wt.width>0||Wt.height>0),te=pe=!0,O(s.width,s.height)}return x.forEach(Rr),T.forEach(os),t?t instanceof HTMLElement?(t.appendChild(c),lu()):t(n,lu):lu(),n}In.assign=mn;In.fmtNum=jd;In.rangeNum=fh;In.rangeLog=gh;In.rangeAsinh=Jd;In.orient=Er;In.pxRatio=Ct;In.join=sS;In.fmtDate=ef,In.tzDate=mS;In.sync=p0;{In.addGap=KS,In.clipGaps=xh;let s=In.paths={points:_0};s.linear=M0,s.stepped=e1,s.bars=t1,s.spline=i1}function pi(s){if(!Number.isFinite(s))return"–";if(s===0)return"0";let e=Math.abs(s);return e>=1e5||e<.01?s.toExponential(1):s.toPrecision(e>=100?4:3).replace(/\.0+$/,"")}var p1=4,m1="10px system-ui, 'DejaVu Sans', sans-serif",g1=350,lf=new Map;function C0(){lf=new Map}function Ga(s){if(s.startsWith("#"))return s;let e=lf.get(s);return e||lf.set(s,e=getComputedStyle(document.documentElement).getPropertyValue("--"+s).trim()),e}var Tr=class{constructor(e,t,n,i,r,o,a,l){this.source=i;this.options=r;this.timeline=o;this.card=document.createElement("section"),this.card.className="card plot",this.card.innerHTML=`<h2><b></b><small></small><span class="tools"></span></h2><div class="chips"></div><div class="chart" id="plot-${t}"></div>`,this.card.querySelector("b").textContent=n,this.card.querySelector("small").textContent=r.unit??"",this.holder=this.card.querySelector(".chart"),this.chips=this.card.querySelector(".chips"),this.now.className="now";let c=this.card.querySelector(".tools"),h=(u,d,f)=>{let p=document.createElement("button");return p.textContent=u,p.className="small",p.title=d,p.setAttribute("aria-label",d),p.addEventListener("click",f),c.append(p),p};this.whole=h("⤢","All of the time (double click)",()=>o.setZoom(null)),l&&h("+","More curves in this plot",l),a&&h("×","Close",()=>{this.dispose(),a()}),e.append(this.card)}source;options;timeline;card;holder;chips;now=document.createElement("i");chart=null;shape="";strands=[];off=new Set;stale=!0;time=0;pressed=null;clicked=0;whole;dispose(){this.chart?.destroy(),this.card.remove()}render(){this.stale=!0}anew(){this.chart?.destroy(),this.chart=null,this.stale=!0}get target(){return this.card.classList.contains("target")}set target(e){this.card.classList.toggle("target",e)}make(e,t,n){let{options:i}=this,r={stroke:()=>Ga("dim"),grid:{stroke:()=>Ga("edge"),width:1},ticks:{show:!1},font:m1},o=new In({width:e,height:t,padding:[6,12,0,0],legend:{show:!1},pxAlign:1,cursor:{drag:{x:!1,y:!1,setScale:!1},sync:{key:"time"},points:{size:5},y:!1},scales:{x:{time:!1,range:(a,l,c)=>this.timeline.zoom??(c>l?[l,c]:[l,l+1])},y:{distr:i.log?3:1,range:(a,l,c)=>this.range(l,c)}},axes:[{...r,size:18,gap:2,space:44,values:(a,l)=>l.map((c,h)=>h===l.length-1?E0(c)+" s":E0(c))},{...r,size:38,gap:3,space:22,...i.log?{filter:(a,l)=>l,splits:(a,l,c,h)=>v1(c,h)}:{},values:(a,l)=>l.map(c=>i.log?x1(c):pi(c))}],series:[{},...this.curves().map(a=>({label:a.label,stroke:()=>Ga(a.colour),width:a.faint?1:1.5,dash:a.dash,alpha:a.faint?.6:1,points:{show:!1},spanGaps:this.strands.length>1,show:!this.off.has(a.label)}))],hooks:{draw:[a=>this.levels(a)],setCursor:[a=>this.values(a.cursor.idx??null)]}},n,this.holder);return o.over.append(this.now),this.listen(o),o}curves(){return this.strands.flatMap(e=>e.curves)}range(e,t){let{options:n}=this,i=e??0,r=t??1;for(let a of[n.level?.()??0,n.limit?.()??0])a>0&&e!==null&&(i=Math.min(i,a),r=Math.max(r,a));if(n.log)return i=Math.max(e===null?1e-12:i,r*1e-14,1e-300),[10**Math.floor(Math.log10(i)+1e-9),10**Math.ceil(Math.log10(Math.max(r,i))+.05)];if(n.zero&&(i=Math.min(i,0)),r-i<1e-9*Math.max(1e-9,Math.abs(r))){let a=Math.abs(r)>0?.1*Math.abs(r):1;i-=n.zero?0:a,r+=a}let o=.06*(r-i);return[n.zero&&i>=0?0:i-o,r+o]}levels(e){for(let[t,n]of[[this.options.level?.()??0,"good"],[this.options.limit?.()??0,"bad"]]){if(!(t>0))continue;let i=Math.round(e.valToPos(t,"y",!0))+.5,{ctx:r,bbox:o}=e;r.save(),r.strokeStyle=Ga(n),r.setLineDash([5,4]),r.beginPath(),r.moveTo(o.left,i),r.lineTo(o.left+o.width,i),r.stroke(),r.restore()}}listen(e){let{over:t}=e,n=r=>{let o=t.getBoundingClientRect();return Math.min(o.width,Math.max(0,r.clientX-o.left))},i=()=>e.setSelect({left:0,top:0,width:0,height:0},!1);t.addEventListener("pointerdown",r=>{if(r.button===0){try{t.setPointerCapture(r.pointerId)}catch{}this.pressed={x:n(r),moved:!1}}}),t.addEventListener("pointermove",r=>{r.pointerType!=="mouse"&&e.setCursor({left:n(r),top:0});let o=this.pressed;o&&(o.moved||=Math.abs(n(r)-o.x)>p1,o.moved&&e.setSelect({left:Math.min(o.x,n(r)),top:0,width:Math.abs(n(r)-o.x),height:t.clientHeight},!1))}),t.addEventListener("pointerup",r=>{let o=this.pressed;if(this.pressed=null,!o)return;i(),r.pointerType!=="mouse"&&e.setCursor({left:-10,top:-10});let[a,l]=[Math.min(o.x,n(r)),Math.max(o.x,n(r))].map(c=>e.posToVal(c,"x"));if(o.moved&&l>a){this.timeline.setZoom([a,l]);return}if(r.timeStamp-this.clicked<g1){this.timeline.setZoom(null);return}this.clicked=r.timeStamp,this.timeline.seek(l)}),t.addEventListener("pointercancel",()=>{this.pressed=null,i()})}paint(e,t){this.strands=this.source();let n=this.curves().map(r=>r.label+r.colour).join(`
`),i=this.data();if(this.whole.hidden=this.timeline.zoom===null,this.chart&&this.shape===n){(this.chart.width!==e||this.chart.height!==t)&&this.chart.setSize({width:e,height:t}),this.chart.setData(i);return}this.chart?.destroy(),this.shape=n,this.legend(),this.chart=this.make(e,t,i)}data(){let e=n=>this.options.log?Array.from(n,i=>i>0?i:null):Array.from(n,i=>Number.isFinite(i)?i:null),t=this.strands.map(n=>[Array.from(n.times),...n.curves.map(i=>e(i.values))]);return t.length===0?[[]]:t.length===1?t[0]:In.join(t)}legend(){let e=this.curves();this.chips.replaceChildren(...e.map((t,n)=>{let i=document.createElement("button"),r=document.createElement("i"),o=document.createElement("b");return i.className="chip",i.title="Shows or hides "+(t.label||"it"),i.setAttribute("aria-pressed",String(!this.off.has(t.label))),r.style.background=t.colour.startsWith("#")?t.colour:`var(--${t.colour})`,r.classList.toggle("dashed",t.dash!==void 0),i.append(r,t.label,o),i.addEventListener("click",()=>{this.off.delete(t.label)||this.off.add(t.label),i.setAttribute("aria-pressed",String(!this.off.has(t.label))),this.chart?.setSeries(n+1,{show:!this.off.has(t.label)})}),i}))}hovered=null;values(e){if(this.hovered=e,!this.chart)return;let{data:t}=this.chart,n=e??_1(t[0],this.time);this.curves().forEach((i,r)=>{let o=t[r+1]?.[n];for(let c=n-1;o===void 0&&c>=0;c--)o=t[r+1][c];let a=o==null?"–":this.options.whole?String(Math.round(o)):pi(o),l=this.chips.children[r]?.querySelector("b");l&&l.textContent!==a&&(l.textContent=a)})}draw(e){let{holder:t}=this,n=t.getBoundingClientRect();if(n.width===0||n.bottom<0||n.top>window.innerHeight)return;this.time=e,(this.stale||!this.chart||this.chart.width!==t.clientWidth||this.chart.height!==t.clientHeight)&&(this.stale=!1,this.paint(t.clientWidth,t.clientHeight));let i=this.chart,r=i.valToPos(e,"x");this.now.hidden=!(r>=0&&r<=i.over.clientWidth),this.now.style.transform=`translateX(${r}px)`,this.hovered===null&&this.values(null)}};function v1(s,e){let t=Math.ceil(Math.log10(s)-1e-9),n=Math.floor(Math.log10(e)+1e-9),i=Math.max(1,Math.ceil((n-t)/4));return Array.from({length:Math.floor((n-t)/i)+1},(r,o)=>10**(t+o*i))}var E0=s=>String(+s.toPrecision(4)),y1="⁰¹²³⁴⁵⁶⁷⁸⁹";function x1(s){let e=Math.round(Math.log10(s));return"10"+(e<0?"⁻":"")+[...String(Math.abs(e))].map(t=>y1[Number(t)]).join("")}function _1(s,e){let t=0,n=s.length-1;for(;t<n;){let i=t+n+1>>1;s[i]<=e+1e-12?t=i:n=i-1}return t}var wh=class s{times=[];columns={};most=6e3;add(e,t){for(;this.times.length>0&&this.times[this.times.length-1]>=e;)this.drop(this.times.length-1,1);this.times.length>=this.most&&this.drop(0,this.most/2),this.times.push(e);for(let[n,i]of Object.entries(t))(this.columns[n]??=new Array(this.times.length-1).fill(NaN)).push(i);for(let n of Object.values(this.columns))n.length<this.times.length&&n.push(NaN)}column(e){return this.columns[e]??=new Array(this.times.length).fill(NaN)}forget(e){delete this.columns[e]}clear(){this.times.length=0;for(let e of Object.values(this.columns))e.length=0}copy(){let e=new s;e.times.push(...this.times);for(let[t,n]of Object.entries(this.columns))e.columns[t]=n.slice();return e}drop(e,t){this.times.splice(e,t);for(let n of Object.values(this.columns))n.splice(e,t)}},T0=["","accent","slip","bad"];function R0(s,e,t,n,i){if(i.hidden=!s.some(u=>u>0),i.hidden)return;let r=window.devicePixelRatio||1,o=i.clientWidth,a=i.clientHeight;i.width=Math.max(1,Math.round(o*r)),i.height=Math.max(1,Math.round(a*r));let l=i.getContext("2d"),c=8,h=n>t?n-t:1;l.setTransform(r,0,0,r,0,0);for(let u=1;u<T0.length;u++){l.fillStyle=Ga(T0[u]);for(let d=0;d<s.length;d++)s[d]===u&&l.fillRect(c+Math.min(1,Math.max(0,(e[d]-t)/h))*(o-2*c)-.75,0,1.5,a)}}var cf=["open","stick","slip"],P0=new Uint32Array(1),b1=new Float32Array(P0.buffer),js=class{count=0;point=new Float32Array(0);normal=new Float32Array(0);drag=new Float32Array(0);moment=new Float32Array(0);push=new Float32Array(0);angle=new Float32Array(0);status=new Uint8Array(0);slip=new Float32Array(0);pair=new Uint16Array(0);strongest=0;read_=null;begun=-1;grow(e){if(!(e<=this.push.length)){for(let t of["point","normal","drag","moment"])this[t]=new Float32Array(6*e);this.push=new Float32Array(2*e),this.angle=new Float32Array(2*e),this.status=new Uint8Array(2*e),this.slip=new Float32Array(2*e),this.pair=new Uint16Array(4*e)}}read(e){if(!(e===this.read_&&e.begin===this.begun)){this.read_=e,this.begun=e.begin,this.grow(e.count),this.count=e.count,this.strongest=0;for(let t=0;t<e.count;t++)this.take(e,t)}}take(e,t){let n=e.begin+t,i=e.box,r=e.boxAt,{point:o,normal:a,drag:l,moment:c}=this,h=i[r+6]/32767,u=e.moment&&e.moment.length>0?i[r+7]/32767:0;M1(e.normal[2*n]/32767,e.normal[2*n+1]/32767,a,3*t);let d=0;for(let f=0;f<3;f++)o[3*t+f]=i[r+f]+e.point[3*n+f]/65535*i[r+3+f],d+=e.force[3*n+f]*h*a[3*t+f],c[3*t+f]=u>0?e.moment[3*n+f]*u:0;for(let f=0;f<3;f++)l[3*t+f]=e.force[3*n+f]*h-d*a[3*t+f];this.push[t]=d,this.angle[t]=e.angle[n]/65535*Math.PI/2,this.status[t]=e.status[n],P0[0]=e.slip[n]<<16,this.slip[t]=b1[0],this.pair[2*t]=e.pair[2*n],this.pair[2*t+1]=e.pair[2*n+1],d>this.strongest&&(this.strongest=d)}nearest(e,t,n){let{point:i}=this,r=-1,o=t;for(let a=0;a<this.count;a++){if(this.pair[2*a]!==n[0]||this.pair[2*a+1]!==n[1])continue;let l=Math.hypot(i[3*a]-e[0],i[3*a+1]-e[1],i[3*a+2]-e[2]);l<o&&(o=l,r=a)}return r}contact(e){let t=n=>Array.from(n.subarray(3*e,3*e+3));return{point:t(this.point),normal:t(this.normal),push:this.push[e],drag:t(this.drag),moment:t(this.moment),angle:this.angle[e],slip:this.slip[e],pair:[this.pair[2*e],this.pair[2*e+1]],status:cf[this.status[e]]}}};function I0(s){let e=new js;return s&&e.read(s),Array.from({length:e.count},(t,n)=>e.contact(n))}function M1(s,e,t,n){let i=1-Math.abs(s)-Math.abs(e),r=i>=0?s:(1-Math.abs(e))*(s>=0?1:-1),o=i>=0?e:(1-Math.abs(s))*(e>=0?1:-1),a=Math.sqrt(r*r+o*o+i*i)||1;t[n]=r/a,t[n+1]=o/a,t[n+2]=i/a}var w1=["Coordinates","Velocities","Controls","Actuator forces","Sensors"],S1=.1;function N0(s){let e=new Map((s.info?.joints??[]).map(n=>[n.name,n.kind])),{about:t}=s.scene;return(t.signals??[]).map(([n,i],r)=>{let o=e.get(n.replace(/\.[^.]*$/,"")),a=o==="slide"?"m":o==="hinge"?"rad":"",l=i===0?a:i===1&&a?a+"/s":"";return{id:"signal"+r,group:w1[i]??"Signals",title:n,unit:l,now:()=>s.live?.frame?.signals[r]??NaN,of:c=>A1(c,n)}})}function A1(s,e){let t=s.about.signals?.length??0,n=s.about.signals?.findIndex(([r])=>r===e)??-1,i=s.arrays.signals;return n<0||!i||i.length<t*s.frames?null:{times:s.time,values:Array.from({length:s.frames},(r,o)=>i[o*t+n])}}function U0(s,e,t){let n=s.scene.about.bodies[e].name||"body "+e,i=[0,0,0],r=[1,0,0,0],o=(h,u,d,f=()=>null)=>({id:`body${e}-${h.replace(/\W/g,"-")}`,group:n,title:`${n}: ${h}`,unit:u,now:()=>{let p=t();return p?d(p):NaN},of:f}),a=(h,u,d)=>["x","y","z"].map((f,p)=>o(`${h} ${f}`,u,v=>d(v)[p])),l=["x","y","z"].map((h,u)=>({...o(`position ${h}`,"m",()=>NaN),now:()=>(s.moment().pose(e,i,r),i[u]),of:d=>F0(d,n,e,u)})),c=o("speed","m/s",h=>Math.hypot(...h.velocity),h=>T1(h,n,e));return s.live?[o("mass","kg",h=>h.mass),...l,c,...a("velocity","m/s",h=>h.velocity),o("turning","rad/s",h=>Math.hypot(...h.angular)),o("contacts","",h=>h.contacts),...a("contact force","N",h=>h.force)]:[...l,c]}function E1(s,e,t){return s.about.bodies[t]?.name===e?t:s.about.bodies.findIndex(n=>n.name===e)}function F0(s,e,t,n){let i=E1(s,e,t),r=[0,0,0],o=[1,0,0,0];return i<0?null:{times:s.time,values:Array.from({length:s.frames},(a,l)=>(s.moment(l,0).pose(i,r,o),r[n]))}}function T1(s,e,t){let n=[0,1,2].map(o=>F0(s,e,t,o)?.values);if(!n[0])return null;let i=s.time,r=(o,a)=>Math.hypot(...n.map(l=>l[o]-l[a]))/(i[o]-i[a]);return{times:i,values:Array.from({length:s.frames},(o,a)=>s.frames<2?NaN:a>0?r(a,a-1):r(1,0))}}function O0(s,e,t){let{serial:n}=e,i=a=>()=>e.index>=0?a(s.contacts.table,e.index):0,r=null,o=(a,l,c)=>({id:`contact${n}-${a.replace(/\W/g,"-")}`,group:t,title:`${t}: ${a}`,unit:l,now:i(c),of:h=>h!==s.scene?null:(r?.of!==h&&(r={of:h,history:C1(h,e,s.bounds.radius)}),{times:r.history.times,values:r.history[a]})});return Object.entries(hf).map(([a,[l,c]])=>o(a,l,c))}var L0=(s,e)=>Math.hypot(s.drag[3*e],s.drag[3*e+1],s.drag[3*e+2]),D0=(s,e)=>Math.tan(s.angle[e])*s.push[e],hf={"normal force":["N",(s,e)=>s.push[e]],friction:["N",L0],"most friction":["N",D0],"margin to slip":["N",(s,e)=>Math.max(0,D0(s,e)-L0(s,e))],"slip speed":["m/s",(s,e)=>s.slip[e]]};function C1(s,e,t){let n=s.about.contactStride,i=s.arrays.contactEnd.length,r=new js,o=Math.min(Math.floor(e.frame/n),i-1),a={times:Array.from({length:i},(l,c)=>s.time[Math.min(c*n,s.frames-1)])};for(let l of Object.keys(hf))a[l]=new Array(i).fill(0);for(let[l,c,h]of[[o,i,1],[o-1,-1,-1]]){let u=e.from.slice();for(let d=l;d!==c;d+=h){r.read(s.moment(d*n,0).contacts());let f=r.nearest(u,S1*t,e.pair);if(!(f<0)){u=Array.from(r.point.subarray(3*f,3*f+3));for(let[p,[,v]]of Object.entries(hf))a[p][d]=v(r,f)}}}return a}var B0=["free","detect","impact","assemble","solve","move","correct"],R1=["#8a94a2","#4c9bf5","#d17373","#9e87cc","#58c48d","#dbc26b","#f2994a"],k0=["accent","#e0903f","#4fae7c","#c8588a","#9a7bd0","#3fa7b5","#b59a34","#8a94a2"],z0=[[6,3],[2,2],[8,3,2,3],[1,3]],V0=4,P1=100,uf=60,Sh=class{constructor(e){this.app=e;ee("plot-search").addEventListener("input",()=>this.list()),ee("card-plots").addEventListener("toggle",()=>this.list()),ee("keep-run").addEventListener("click",()=>{this.keep()&&this.render()}),ee("forget-runs").addEventListener("click",()=>{this.runs=[],this.said()})}app;log=new wh;zoom=null;plots=[];shown=[];runs=[];made=0;watched=new Map;painted=0;seek(e){this.app.seek(e)}setZoom(e){this.zoom=e,this.render(),this.app.redraw()}scene(){let{app:e}=this,t=a=>a.arrays,n=e.scene.about,i=e.live!==null;for(let a of this.plots)a.dispose();this.plots=[],this.shown=[],this.runs=[],this.made=0,this.watched.clear(),this.zoom=null;let r=a=>t(a).kinetic.map((l,c)=>l+t(a).potential[c]);this.built("energy","Energy",[{label:"potential",colour:"open",faint:!0,id:"potential",of:a=>t(a).potential},{label:"kinetic",colour:"slip",faint:!0,id:"kinetic",of:a=>t(a).kinetic},{label:"total",colour:"line",id:"total",of:r}],{unit:"J"}),this.built("contacts","Contacts",[{label:"",colour:"accent",id:"contacts",of:a=>t(a).stepContacts}],{zero:!0,whole:!0}),this.built("residual","Residual",[{label:"",colour:"good",id:"residual",of:a=>t(a).residual}],{log:!0,level:()=>i?e.info.settings.tolerance:n.tolerance,limit:()=>!i&&n.quality.exact.count<n.steps?n.accept:0});let o={label:"step",colour:"accent",id:"ms",of:a=>t(a).seconds.map(l=>1e3*l)};this.built("seconds","Time a step",i?[...B0.map((a,l)=>({label:a,colour:R1[l],faint:!0,id:a,of:()=>[]})),o]:[{...o,label:""}],{zero:!0,unit:"ms"}),this.all=null,this.said()}built(e,t,n,i){this.plots.push(new Tr(ee("plots-here"),e,t,()=>this.strands(r=>r.log?[{times:r.log.times,curves:n.map(o=>({label:o.label,colour:o.colour,faint:o.faint,values:r.log.column(o.id)}))}]:[{times:r.scene.arrays.stepTime,curves:n.map(o=>({label:o.label,colour:o.colour,faint:o.faint,values:o.of(r.scene)}))}]),i,this))}strands(e){let t={name:"",log:this.app.live?this.log:null,scene:this.app.live?null:this.app.scene};return[...e(t),...this.runs.flatMap((n,i)=>e(n).map(r=>({times:r.times,curves:r.curves.map(o=>({...o,label:o.label?`${o.label}, ${n.name}`:n.name,dash:z0[i%z0.length],faint:!0}))})))]}watch(e){let t=this.shown.find(i=>i.picked.some(r=>r.id===e.id));if(t){t.plot.card.scrollIntoView({block:"nearest"});return}this.watched.set(e.id,e);let n=this.shown.find(i=>i.plot.target&&i.unit===e.unit);if(n)n.picked.push(e),n.plot.render();else{let i={picked:[e],unit:e.unit,plot:null};for(let r of this.shown)r.plot.target=!1;i.plot=new Tr(ee("plots-here"),e.id,e.title,()=>this.strands(r=>this.curvesOf(r,i.picked)),{unit:e.unit},this,()=>this.drop(i),()=>this.choose(i)),this.shown.push(i),this.plots.push(i.plot),i.plot.card.scrollIntoView({block:"nearest"})}this.list(),this.app.redraw()}curvesOf(e,t){let n=(i,r)=>({label:t.length>1||this.runs.length>0?i.title.replace(/^.*: (?=.*:)/,""):"",colour:k0[r%k0.length]});return e.log?[{times:e.log.times,curves:t.map((i,r)=>({...n(i,r),values:e.log.column(i.id)}))}]:t.flatMap((i,r)=>{let o=i.of(e.scene);return o?[{times:o.times,curves:[{...n(i,r),values:o.values}]}]:[]})}watches(e){return this.watched.has(e)}drop(e){for(let t of e.picked)this.watched.delete(t.id),t.id.startsWith("signal")||this.log.forget(t.id);this.shown=this.shown.filter(t=>t!==e),this.plots=this.plots.filter(t=>t!==e.plot),this.list()}choose(e){let t=!e.plot.target;for(let i of this.shown)i.plot.target=i===e&&t;if(!t)return;let n=ee("card-plots");n.open=!0,this.list(),n.scrollIntoView({block:"nearest"})}all=null;list(){let e=ee("card-plots"),t=ee("plot-list");if(!e.open)return;this.all??=N0(this.app);let n=[...this.app.panels.quantities(),...this.app.margins.quantities()],i=this.shown.find(h=>h.plot.target),r=ee("plot-search").value.toLowerCase().split(/\s+/),o=[...n,...this.all].filter(h=>r.every(u=>`${h.group} ${h.title}`.toLowerCase().includes(u))&&(!i||i.unit===h.unit)),a=[],l="";for(let h of o.slice(0,uf)){if(h.group!==l){let f=document.createElement("h3");f.textContent=l=h.group,a.push(f)}let u=document.createElement("button");u.className="number",u.textContent=h.title.startsWith(h.group+": ")?h.title.slice(h.group.length+2):h.title,u.title="Plot it over time",u.setAttribute("aria-pressed",String(this.watched.has(h.id)));let d=document.createElement("small");d.textContent=h.unit,u.append(d),u.addEventListener("click",()=>this.watch(h)),a.push(u)}let c=document.createElement("p");c.className="dim",c.textContent=o.length>uf?`and ${o.length-uf} more: type a part of a name`:o.length===0?"Click a body or a contact: its numbers are listed here.":"",t.replaceChildren(...a,c)}chosen(){this.list()}keep(){return!this.app.live||this.log.times.length<3?!1:(this.made++,this.runs=[...this.runs,{name:"run "+this.made,log:this.log.copy(),scene:null}].slice(-V0),this.said(),!0)}add(e,t){this.runs=[...this.runs,{name:e,log:null,scene:t}].slice(-V0),this.said()}again(){this.keep(),this.log.clear(),this.render()}said(){ee("runs-row").hidden=!this.app.live&&this.runs.length===0,ee("keep-run").hidden=!this.app.live,ee("forget-runs").hidden=this.runs.length===0,ee("runs-words").textContent=this.runs.length>0?`behind it, dashed: ${this.runs.map(e=>e.name).join(", ")}`:"",this.render(),this.app.redraw()}bodies=new Map;bodyNumbers(e){return this.bodies.get(e)?.last??null}askBodies(){let e=this.app.live,t=new Set([...this.watched.keys()].flatMap(n=>{let i=/^body(\d+)-/.exec(n);return i?[Number(i[1])]:[]}));this.app.state.following>0&&t.add(this.app.state.following);for(let n of t){let i=this.bodies.get(n)??{last:null,asking:!1},r=this.app.scene;this.bodies.set(n,i),!(i.asking||!this.app.info?.bodies[n])&&(i.asking=!0,e.text("body "+this.app.info.bodies[n].id).then(o=>{i.asking=!1,!(!o||r!==this.app.scene)&&(i.last=JSON.parse(o),n===this.app.state.following&&this.app.panels.bodyArrived())}))}for(let n of this.bodies.keys())t.has(n)||this.bodies.delete(n)}frame(e,t){let n=e.made>0?1e3*e.seconds/e.made:NaN,i={kinetic:e.kinetic,potential:e.potential,total:e.kinetic+e.potential,contacts:e.contactCount,residual:e.residual,ms:n};B0.forEach((r,o)=>{i[r]=1e3*e.stages[o]});for(let r=0;r<e.signals.length;r++)i["signal"+r]=e.signals[r];(this.app.margins.quantities().length>0||[...this.watched.keys()].some(r=>r.startsWith("contact")))&&this.app.contacts.read(this.app.moment());for(let r of this.app.margins.quantities())i[r.id]=r.now();for(let[r,o]of this.watched)i[r]=o.now();e.made>0&&this.log.add(e.time,i),this.askBodies(),!(!t&&performance.now()-this.painted<=P1)&&(this.render(),this.painted=performance.now())}render(){for(let e of[...this.plots,...this.app.margins?.plots??[]])e.render()}colours(){C0();for(let e of[...this.plots,...this.app.margins?.plots??[]])e.anew()}draw(e){for(let t of[...this.plots,...this.app.margins.plots])t.draw(e)}};var Ah=class{geometry=new At;positions=new Float32Array(3*768);colours=new Float32Array(3*768);at=0;constructor(){this.attach()}attach(){for(let[e,t]of[["position",this.positions],["color",this.colours]]){let n=new Mt(t,3);n.usage=Ra,this.geometry.setAttribute(e,n)}}room(e){if(this.at+e<=this.positions.length)return;let t=new Float32Array(2*this.positions.length+e),n=new Float32Array(t.length);t.set(this.positions),n.set(this.colours),this.positions=t,this.colours=n,this.geometry.dispose(),this.geometry=new At,this.attach()}put(e,t,n,i){let{positions:r,colours:o,at:a}=this;r[a]=e,r[a+1]=t,r[a+2]=n,o[a]=i.r,o[a+1]=i.g,o[a+2]=i.b,this.at+=3}end(e){e.geometry=this.geometry,e.visible=this.at>0,this.geometry.setDrawRange(0,this.at/3);for(let t of["position","color"]){let n=this.geometry.getAttribute(t);n.clearUpdateRanges(),n.addUpdateRange(0,this.at),n.needsUpdate=this.at>0}}};function G0(s,e,t){s.frustumCulled=!1,s.renderOrder=t,s.raycast=()=>{},e.add(s)}var Eh=class{constructor(e,t,n){this.group=e;this.uniforms.rim.value=t?1.2:0;let i=new kn({uniforms:this.uniforms,vertexColors:!0,transparent:!0,depthTest:!t,depthWrite:!1,toneMapped:!1,vertexShader:`uniform float radius, height; varying vec3 tint; varying float wide;
void main() {
vec4 p = modelViewMatrix * vec4(position, 1.0);
p.xyz *= 1.0 - radius / max(length(p.xyz), radius); // the side of the ball that is nearest
gl_Position = projectionMatrix * p;
gl_PointSize = wide = max(height * radius * projectionMatrix[1][1] / gl_Position.w, 1.5);
tint = color;
}`,fragmentShader:`varying vec3 tint; varying float wide; uniform float rim;
void main() {
float inside = 0.5 * wide * (1.0 - length(2.0 * gl_PointCoord - 1.0)) + 0.5; // pixels
if (inside <= 0.0) discard;
gl_FragColor = vec4(mix(vec3(1), tint, clamp(inside - rim, 0.0, 1.0)), min(inside, 1.0));
#include <colorspace_fragment>
}`});this.points=new ra(this.filling.geometry,i),this.points.onBeforeRender=r=>{this.uniforms.height.value=r.getDrawingBufferSize(this.size).y},G0(this.points,e,n)}group;filling=new Ah;points;uniforms={radius:{value:1},height:{value:1},rim:{value:0}};size=new it;begin(e,t){this.filling.at=0,this.filling.room(3*e),this.uniforms.radius.value=t}put(e,t,n,i){this.filling.put(e,t,n,i)}end(){this.filling.end(this.points)}dispose(){this.group.remove(this.points),this.filling.geometry.dispose(),this.points.material.dispose()}},Co=class{constructor(e,t){this.group=e;this.mesh=new Bt(this.filling.geometry,new ti({toneMapped:!1,depthTest:!1,depthWrite:!1,transparent:!0,opacity:.95,vertexColors:!0,side:2})),G0(this.mesh,e,t)}group;filling=new Ah;mesh;eye=null;begin(e){this.filling.at=0,this.eye=e}arrow(e,t,n,i,r,o,a,l,c,h){let u=this.filling,d=this.eye,f=Math.sqrt(i*i+r*r+o*o),p=d.x-e,v=d.y-t,g=d.z-n,m=r*g-o*v,x=o*p-i*g,T=i*v-r*p,b=Math.sqrt(m*m+x*x+T*T),C=.5*a;if(b>0?(m*=C/b,x*=C/b,T*=C/b):(m=C,x=T=0),u.room(9*(2+c)),c===0){u.put(e+1.6*m,t+1.6*x,n+1.6*T,h),u.put(e-1.6*m,t-1.6*x,n-1.6*T,h),u.put(e+i,t+r,n+o,h);return}let A=Math.max(f-l,0)/f,y=e+A*i,E=t+A*r,F=n+A*o;u.put(e+m,t+x,n+T,h),u.put(e-m,t-x,n-T,h),u.put(y+m,E+x,F+T,h),u.put(e-m,t-x,n-T,h),u.put(y-m,E-x,F-T,h),u.put(y+m,E+x,F+T,h);for(let I=0;I<c;I++){let L=Math.max(A-I*l/f,0),k=Math.min(L+l/f,1),V=e+L*i,D=t+L*r,H=n+L*o;u.put(V+2.6*m,D+2.6*x,H+2.6*T,h),u.put(V-2.6*m,D-2.6*x,H-2.6*T,h),u.put(e+k*i,t+k*r,n+k*o,h)}}end(){this.filling.end(this.mesh)}dispose(){this.group.remove(this.mesh),this.filling.geometry.dispose(),this.mesh.material.dispose()}};var H0={stick:new Le(4363509),slip:new Le(15896371),open:new Le(10397880)},X0=new Le(4636024),I1=new Le(15551851),L1=new Le(11561960),D1=new Le(16769098),df=1200,Th=class{constructor(e,t,n,i,r){this.group=e;this.material=i;this.order=r;[this.fine,this.coarse]=n.map(t),this.mesh=this.make(64)}group;material;order;count=0;mesh;fine;coarse;make(e){let t=new hr(e>df?this.coarse:this.fine,this.material,e);return t.frustumCulled=!1,t.renderOrder=this.order,t.setColorAt(0,X0),t.raycast=()=>{},this.group.add(t),t}begin(e){this.count=0;let t=this.mesh.instanceMatrix.count;e<=t||(this.group.remove(this.mesh),this.mesh.dispose(),this.mesh=this.make(2*e))}put(e,t){this.mesh.setMatrixAt(this.count,e),this.mesh.setColorAt(this.count++,t)}end(){this.mesh.count=this.count,this.mesh.visible=this.count>0,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.instanceColor.needsUpdate=!0}dispose(){this.group.remove(this.mesh),this.mesh.dispose(),this.fine.dispose(),this.coarse.dispose(),this.material.dispose()}},N1=.1,U1=new U(0,0,1),W0=3.4,Ha=class{constructor(e,t,n,i){this.radius=e;this.usual=t;this.drawing=n;let r=o=>new ti({toneMapped:!1,...o});this.strong=i,this.points=new Eh(this.group,n,3),this.arrows=new Co(this.group,4),this.cones=new Th(this.group,o=>new ao(1,1,o,1,!0).rotateX(-Math.PI/2).translate(0,0,.5),[36,12],r({transparent:!0,opacity:.3,side:Kn,depthWrite:!1}),2),this.rims=new Th(this.group,F1,[40,12],r({transparent:!0,opacity:.9,side:Kn}),3)}radius;usual;drawing;group=new ei;counts={stick:0,slip:0,open:0};drawn={points:0,pushes:0,drags:0,moments:0,cones:0};table=new js;twisted=!1;strong=0;twist=0;points;arrows;cones;rims;chosen=null;hovered=-1;serial=0;tracked=new Set;get chosenIndex(){return this.chosen?.index??-1}choose(e,t=0){if(this.chosen=null,e<0)return;let{point:n,pair:i}=this.table.contact(e);this.chosen={serial:++this.serial,index:e,at:n,pair:i,from:n.slice(),frame:t},this.tracked.add(this.chosen),this.tracked.size>32&&this.tracked.delete(this.tracked.values().next().value)}near(e,t,n,i,r,o){let a=new U,l=-1,c=1/0;for(let h=0;h<this.table.count;h++){a.fromArray(this.table.point,3*h).project(r);let u=Math.hypot((a.x+1)/2*n-e,(1-a.y)/2*i-t);a.z>1||u>o||u+10*a.z>=c||(c=u+10*a.z,l=h)}return l}holding(e){let t=new U,n=0;for(let i=0;i<this.table.count;i++)this.table.push[i]>0&&e(t.fromArray(this.table.point,3*i))&&(n+=this.table.push[i]*Math.tan(this.table.angle[i]));return n}follow(){for(let e of this.tracked)e.index=this.table.nearest(e.at,N1*this.radius,e.pair),e.index>=0&&(e.at=Array.from(this.table.point.subarray(3*e.index,3*e.index+3)))}read(e){let t=e.contacts();t&&(this.table.read(t),this.follow())}static strength(e){let t=[],n=new js;for(let i of e){let r=i.contacts();if(r&&n.read(r),r)for(let o=0;o<n.count;o++)n.push[o]>0&&t.push(n.push[o])}return t.sort((i,r)=>i-r),t.length>0?t[Math.floor(.9*(t.length-1))]:0}scale(e){let{table:t}=this,{strongest:n}=t,i=this.usual>0?Math.min(this.usual,this.radius):.3*this.radius,r=Math.pow(10,e);n>0&&(this.strong=this.strong>0?Math.max(.995*this.strong,Math.min(this.strong*1.02,n),.02*n):.8*n),this.twist*=.98;for(let o=0;o<t.count;o++)this.twist=Math.max(this.twist,Math.hypot(t.moment[3*o],t.moment[3*o+1],t.moment[3*o+2]));return this.twist>0&&(this.twisted=!0),{perNewton:Math.min(1.6*i,.5*this.radius)/(this.strong||1)*r,perMoment:Math.min(1.2*i,.4*this.radius)/(this.twist||1)*r,size:Math.min(Math.max(.055*i,(this.drawing?.008:.0015)*this.radius),(this.drawing?.01:.015)*this.radius)}}place(e,t,n,i){let{table:r,counts:o,drawn:a}=this;this.read(e);let{perNewton:l,perMoment:c,size:h}=this.scale(n);o.stick=o.slip=o.open=0,a.points=a.pushes=a.drags=a.moments=a.cones=0,this.points.begin(r.count,h),this.arrows.begin(i);for(let u of[this.cones,this.rims])u.begin(t.cones?r.count:2);for(let u=0;u<r.count;u++){let d=3*u,f=cf[r.status[u]],p=r.push[u]*l;o[f]++,t.points&&(this.points.put(r.point[d],r.point[d+1],r.point[d+2],u===this.chosenIndex||u===this.hovered?D1:H0[f]),a.points++),t.normal&&p>0&&this.arrow(u,r.normal,p,h,X0)&&a.pushes++,t.friction&&this.arrow(u,r.drag,l,h,I1)&&a.drags++,t.moments&&this.twist>0&&this.arrow(u,r.moment,c,h,L1,!0)&&a.moments++,(t.cones||u===this.chosenIndex||u===this.hovered)&&r.angle[u]>0&&this.cone(u,p,h,H0[f])}for(let u of[this.points,this.arrows,this.cones,this.rims])u.end()}arrow(e,t,n,i,r,o=!1){let{point:a,count:l}=this.table,c=3*e,h=n*t[c],u=n*t[c+1],d=n*t[c+2],f=Math.sqrt(h*h+u*u+d*d);if(f<(l>df?1:.2)*i)return!1;let p=Math.min(.5*i,.3*f);return this.arrows.arrow(a[c],a[c+1],a[c+2],h,u,d,p,Math.min(W0*p,f),l>df?0:o?2:1,r),!0}cone(e,t,n,i){let{table:r}=this,o=3*e,a=Math.max(t,2.2*n),l=a*Math.tan(Math.min(r.angle[e],1.4)),c=new U().fromArray(r.normal,o),h=new We().compose(new U().fromArray(r.point,o),new Ft().setFromUnitVectors(U1,c),new U(l,l,a));if(this.cones.put(h,i),this.rims.put(h,i),r.push[e]>0){let u=c.multiplyScalar(r.push[e]).add(new U().fromArray(r.drag,o)).multiplyScalar(a/r.push[e]),d=Math.min(.575*n,.3*u.length());d>0&&this.arrows.arrow(r.point[o],r.point[o+1],r.point[o+2],u.x,u.y,u.z,d,Math.min(W0*d,u.length()),1,i)}this.drawn.cones++}dispose(){for(let e of[this.points,this.arrows,this.cones,this.rims])e.dispose()}};function F1(s){return new zs(1,.965,.035,s,1,!0).rotateX(Math.PI/2).translate(0,0,.9825)}var Ch=[1/32,1/16,1/8,1/4,1/2,1,2,4,8],Rh={points:"KeyC",normal:"KeyN",friction:"KeyF",moments:"KeyM",cones:"KeyK",shadows:"KeyS",glass:"KeyX",frames:"KeyA",inertia:"KeyI",joints:"KeyJ",collisions:"KeyV"},q0=(s,e)=>s.setSpeed(Ch[vo(Ch.indexOf(s.state.speed)+e,0,Ch.length-1)]);function Y0(s){let e=(i,r)=>ee(i).addEventListener("click",r);for(let i of Object.keys(Rh))ee("show-"+i).addEventListener("change",r=>{s.toggle(i,r.target.checked),s.remember()});for(let i of Ch)ee("speed").append(new Option((i<1?"1/"+1/i:i)+"×",String(i)));s.setSpeed(1),ee("speed").addEventListener("change",i=>s.setSpeed(Number(i.target.value))),ee("scrub").addEventListener("input",i=>{s.play(!1),s.seekFrame(Number(i.target.value))}),ee("followers").addEventListener("input",i=>{s.fibres?.follow(Number(i.target.value)),s.subtitle(),s.redraw()}),ee("look-through").addEventListener("change",i=>s.lookThrough(Number(i.target.value))),ee("force-scale").addEventListener("input",i=>{s.state.forceScale=Number(i.target.value),s.redraw()}),e("play",()=>s.play(!s.state.playing)),e("back",()=>{s.back(1)}),e("forth",()=>{s.forth(1)}),e("restart",()=>s.restart()),e("loop",()=>s.setLoop(!s.state.loop)),e("plots",()=>s.togglePanel());let t=()=>{s.setTheme(s.state.theme==="dark"?"light":"dark"),s.remember()};e("theme",t),e("ask",()=>ee("help").showModal()),e("message",()=>s.quiet());let n={Space:()=>s.play(!s.state.playing),ArrowLeft:i=>{s.back(i.shiftKey?10:1)},ArrowRight:i=>{s.forth(i.shiftKey?10:1)},Home:()=>s.restart(),End:()=>s.seekFrame(s.scene.frames-1),KeyL:()=>s.setLoop(!s.state.loop),KeyP:()=>s.togglePanel(),KeyT:t,KeyR:()=>s.lookAnew(),KeyO:()=>s.panels.scenes(),KeyG:()=>{s.panels.screenshot()},Backspace:()=>s.restart(),BracketRight:()=>s.nextCamera(1),BracketLeft:()=>s.nextCamera(-1),Digit1:()=>s.camera.look(-Math.PI/2,.04),Digit2:()=>s.camera.look(0,.04),Digit3:()=>s.camera.look(-Math.PI/2,1.5)};for(let[i,r]of Object.entries(Rh))n[r]=()=>{s.toggle(i,!s.state.show[i]),s.remember()};window.addEventListener("keydown",i=>{let r=i.target;if(!(i.ctrlKey||i.metaKey||i.altKey||document.querySelector("dialog[open]")||r.tagName==="INPUT"&&!["checkbox","range"].includes(r.type))){if(i.key==="?"){ee("help").showModal(),i.preventDefault();return}if(i.key==="+"||i.key==="="){q0(s,1);return}if(i.key==="-"){q0(s,-1);return}r.tagName==="SELECT"||r.tagName==="BUTTON"&&i.code==="Space"||n[i.code]&&(n[i.code](i),i.preventDefault())}}),window.addEventListener("resize",()=>{s.fold(),s.resize()}),window.location.hash.includes("bare")&&document.body.classList.add("bare")}var Wa=class{constructor(e,t){this.about=e;let n={f32:Float32Array,f64:Float64Array,i16:Int16Array,u16:Uint16Array,u8:Uint8Array,i8:Int8Array,u32:Uint32Array};for(let[r,[o,a,l]]of Object.entries(e.arrays))this.arrays[r]=new n[o](t,a,l);this.slot=new Int32Array(e.bodies.length).fill(-1),e.moving.forEach((r,o)=>{this.slot[r]=o}),e.forms?.forEach((r,o)=>{this.formSlot.set(r,e.moving.length+o)}),this.frames=e.frames,this.time=this.arrays.time,this.fibreSegments=this.arrays.fibreSegments??new Uint32Array(0);let i=0;for(let r of this.fibreSegments)this.fibreBegin.push(i),i+=r+1;this.vertexCount=i}about;arrays={};slot;frames;formSlot=new Map;time;fibreSegments;fibreBegin=[];vertexCount;shapes=null;shapeName(e){this.shapes??=new Map(this.about.shapes.map((i,r)=>[i.id??r,i]));let t=this.shapes.get(e);if(!t)return"fibre";let n=this.about.bodies[t.body].name||(t.body===0?"world":"body "+t.body);return t.name&&!/^shape\d+$/.test(t.name)&&t.name!==n?`${n} (${t.name})`:n}rest(e,t,n){let i=this.about.bodies[e];for(let r=0;r<3;r++)t[r]=i.position[r];for(let r=0;r<4;r++)n[r]=i.orientation[r]}get rows(){return this.about.moving.length+this.formSlot.size}stretch(e,t,n,i){let r=this.formSlot.get(e);if(r===void 0)return null;let o=3*(i+r),a=4*(i+r);return[t[o],t[o+1],t[o+2],n[a]/32767,n[a+1]/32767,n[a+2]/32767]}plane(){let e=this.about.bodies.filter(r=>r.motion!=="static"),t=e.length>0?e[0].plane:void 0;if(!t)return null;let n=Math.hypot(...t),i=r=>Math.abs(Math.abs(r[0]*t[0]+r[1]*t[1]+r[2]*t[2])/(n*Math.hypot(...r))-1)<1e-9;return e.every(r=>r.plane&&i(r.plane))?t.map(r=>r/n):null}planeOf(e){let t=this.plane()??[0,0,1],n=[1,0,0,0];return this.moment(0,0).pose(e,[0,0,0],n),new U(t[0],t[1],t[2]).applyQuaternion(new Ft(n[1],n[2],n[3],n[0]).invert())}moment(e,t){let{arrays:n,slot:i,frames:r}=this,o=this.rows;return{pose:(a,l,c)=>{let h=i[a];if(h<0){this.rest(a,l,c);return}let u=t>0&&e+1<r?e+1:e;pf(n.positions,n.turns,e*o+h,u*o+h,t,l,c)},stretch:a=>{let l=t>0&&e+1<r?e+1:e,c=this.stretch(a,n.positions,n.turns,l*o);return this.stretch(a,n.positions,n.turns,e*o)?.map((h,u)=>h+t*(c[u]-h))??null},contacts:()=>this.contactsAt(e),key:e+":"+t,vertices:()=>this.verticesBetween(e,t)}}contactsAt(e){let t=this.arrays,n=t.contactEnd;if(!n||n.length===0)return null;let i=Math.min(Math.floor(e/this.about.contactStride),n.length-1),r=i>0?n[i-1]:0;return{count:n[i]-r,begin:r,box:t.contactBox,boxAt:8*i,point:t.contactPoint,normal:t.contactNormal,force:t.contactForce,angle:t.contactAngle,moment:t.contactMoment,pair:t.contactPair,slip:t.contactSlip,status:t.contactStatus}}decoded=new Map;vertexFrame(e){let t=this.decoded.get(e);if(t)return t;let n=this.arrays,i=this.fibreSegments.length,r=new Float32Array(3*this.vertexCount),o=6*e,a=3*e*(this.vertexCount-i);for(let l=0;l<i;l++){let c=n.fibreScale[l]/127,h=[0,1,2].map(d=>n.fibreBox[o+d]+n.fibreRoot[3*(e*i+l)+d]/65535*n.fibreBox[o+3+d]),u=3*this.fibreBegin[l];r.set(h,u);for(let d=0;d<this.fibreSegments[l];d++){u+=3;for(let f=0;f<3;f++)h[f]+=n.fibreEdge[a++]*c,r[u+f]=h[f]}}return this.decoded.size>6&&this.decoded.delete(this.decoded.keys().next().value),this.decoded.set(e,r),r}verticesBetween(e,t){if(t<=0||e+1>=this.frames)return this.vertexFrame(e);let n=a=>Math.max(0,Math.min(this.frames-1,a)),i=[e-1,e,e+1,e+2].map(a=>this.vertexFrame(n(a))),r=ff(t),o=new Float32Array(i[0].length);for(let a=0;a<o.length;a++)o[a]=r[0]*i[0][a]+r[1]*i[1][a]+r[2]*i[2][a]+r[3]*i[3][a];return o}};function ff(s){return[-.5*s+s*s-.5*s*s*s,1-2.5*s*s+1.5*s*s*s,.5*s+2*s*s-1.5*s*s*s,-.5*s*s+.5*s*s*s]}function pf(s,e,t,n,i,r,o){let a=3*t,l=3*n,c=4*t,h=4*n;for(let f=0;f<3;f++)r[f]=s[a+f]+i*(s[l+f]-s[a+f]);let u=0,d=0;for(let f=0;f<4;f++)u+=e[c+f]*e[h+f];for(let f=0;f<4;f++)o[f]=e[c+f]*(1-i)+(u<0?-e[h+f]:e[h+f])*i,d+=o[f]*o[f];d=Math.sqrt(d)||1;for(let f=0;f<4;f++)o[f]/=d}async function $0(s){let e=document.getElementById("data"),t=e.textContent;return e.remove(),mf(s,t)}function mf(s,e){let t=atob(e.trim()),n=new Uint8Array(t.length);for(let i=0;i<t.length;i++)n[i]=t.charCodeAt(i);return new Wa(s,n.buffer)}var Ph=6,Lh=64,Xa=512,J0=`
precision highp float; precision highp int; precision highp sampler2D;
uniform highp sampler2D strands, kinds; uniform float samples, perRow, strandCount; uniform vec3 crown;
vec3 who; vec4 mixing, look; float lot;
/// Which strand this vertex is of; false: of none.
bool strand() {
int s = gl_InstanceID * ${Lh} + gl_VertexID / (2 * int(samples));
if (s >= int(strandCount)) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return false; }
ivec2 t = ivec2(3 * (s % ${Xa}), s / ${Xa});
vec4 a = texelFetch(kinds, t, 0);
mixing = texelFetch(kinds, t + ivec2(1, 0), 0);
look = texelFetch(kinds, t + ivec2(2, 0), 0);
who = a.xyz; lot = a.w;
return true;
}
vec3 at(float strand, int j) {
int s = int(strand), n = int(perRow);
return texelFetch(strands, ivec2((s % n) * int(samples) + j, s / n), 0).xyz;
}
vec3 lean(vec3 g, float other, int j, float limit) {
vec3 e = at(other, j) - g;
float l = length(e);
return l > limit ? e * (limit / l) : e;
}
vec3 strandPoint(int j) {
vec3 g = at(who.x, j);
if (mixing.x + mixing.y == 0.0) return g;
vec3 e1 = lean(g, who.y, j, mixing.z), e2 = lean(g, who.z, j, mixing.w), d = e1 - e2;
vec3 out_ = g + mixing.x * e1 + mixing.y * e2 - crown;
float w0 = 1.0 - mixing.x - mixing.y, s = w0 * mixing.x * dot(e1, e1) + w0 * mixing.y * dot(e2, e2) + mixing.x * mixing.y * dot(d, d);
return crown + out_ * sqrt(1.0 + s / max(dot(out_, out_), 1e-20));
}
`,Z0=`  ${J0}
uniform mat4 projectionMatrix, viewMatrix, sun; uniform vec3 cameraPosition; uniform float thin;
out vec3 world, along, across; out vec3 tint; out vec4 shade; out vec2 spot; flat out vec2 chance;
#ifdef SIMPLE // while pictures come slowly: light is computed here, and a thread's round side is a parabola
uniform vec3 sunward, skyLight, groundLight, sunLight; uniform float crowd;
out vec3 glow; flat out float rounding;
vec3 light(float hair, vec3 toEye, float u) {
vec3 facing = normalize(cross(across, along));
if (dot(facing, toEye) < 0.0) facing = -facing;
vec3 big = normalize(mix(facing, normalize(world - crown + 1e-6), 0.75 * hair * crowd)), h = normalize(sunward + normalize(toEye));
float sinLight = sqrt(max(1.0 - pow(dot(along, sunward), 2.0), 0.0)), c = dot(along, h), gleam = hair * 0.25 * pow(max(1.0 - c * c, 0.0), 4.0);
float wrap = mix(max(dot(facing, sunward), 0.0), sinLight * clamp(0.45 + 0.55 * dot(big, sunward), 0.0, 1.0), hair);
return tint * mix(1.0, (0.72 + 0.56 * lot) * mix(0.62, 1.18, smoothstep(0.0, 0.9, u)), hair) * (mix(groundLight, skyLight, 0.5 + 0.5 * big.z) + (1.35 * wrap + 0.2 * hair + gleam) * sunLight);
}
#endif
void main() {
if (!strand()) return;
int j = (gl_VertexID % (2 * int(samples))) >> 1, last = int(samples) - 1;
float side = float(gl_VertexID & 1) * 2.0 - 1.0, u = float(j) / float(last);
vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0));
along = length(t) > 0.0 ? normalize(t) : vec3(0, 0, 1);
vec3 toEye = cameraPosition - p, s = cross(along, toEye);
across = length(s) > 1e-9 ? normalize(s) : vec3(1, 0, 0);
float least = thin * length(toEye), radius = look.x;
// A thread of a few pixels is hair; one that is much wider is a rope with a round side.
float hair = 1.0 - smoothstep(2.0, 8.0, radius / least);
// Followers end at lengths of their own, and all get thinner before.
float end = mixing.x + mixing.y > 0.0 ? 1.0 - 0.16 * lot : 1.0;
radius = max(radius, least) * mix(1.0, u > end ? 0.0 : mix(1.0, 0.4, smoothstep(0.6 * end, end, u)), hair);
world = p + across * side * radius;
tint = pow(look.yzw, vec3(2.2)); spot = vec2(side, u); chance = vec2(lot, hair);
shade = sun * vec4(p, 1);
#ifdef SIMPLE
glow = light(hair, toEye, u);
rounding = 0.6 * (1.0 - hair);
#endif
// A ribbon is wider than the hair, and would cut into what the hair lies on: it is drawn that much nearer.
gl_Position = projectionMatrix * viewMatrix * vec4(world + 2.0 * hair * max(least, look.x) * normalize(toEye), 1);
}`,O1=`  precision highp float; precision highp sampler2D;
in vec3 world, along, across; in vec3 tint; in vec4 shade; in vec2 spot; flat in vec2 chance;
uniform vec3 cameraPosition, sunward, skyLight, groundLight, sunLight, crown; uniform float depthReach, soften, shadowSoft, crowd;
uniform highp sampler2D depthMap;
out vec4 pixel;
/// The part of the sun that comes through what is in front.
float through(vec4 p) {
vec3 s = p.xyz / p.w;
if (shadowSoft <= 0.0 || any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
float sum = 0.0, turn = 6.2832 * fract(chance.x * 7.13 + spot.y * 3.7);
for (int k = 0; k < 8; k++) {
float a = turn + 2.39996 * float(k), r = sqrt((float(k) + 0.5) / 8.0) * 5.0 * shadowSoft;
float d = (s.z - texture(depthMap, s.xy + r * vec2(cos(a), sin(a))).r) * depthReach;
sum += exp(-max(d - 0.12 * soften, 0.0) / soften);
}
return sum / 8.0;
}
float lobe(vec3 t, vec3 h, float power) {
float c = dot(t, h);
return smoothstep(-1.0, 0.0, c) * pow(max(1.0 - c * c, 0.0), 0.5 * power);
}
float noise(float x) { return fract(sin(x * 127.1) * 43758.5453); }
void main() {
float v = clamp(spot.x, -1.0, 1.0), hair = chance.y;
vec3 t = normalize(along), toEye = normalize(cameraPosition - world), s = normalize(across);
vec3 facing = normalize(cross(s, t));
if (dot(facing, toEye) < 0.0) facing = -facing;
vec3 round_ = normalize(v * s + sqrt(max(1.0 - v * v, 0.0)) * facing), n = mix(round_, facing, hair);
vec3 out_ = normalize(world - crown + 1e-6);
vec3 big = normalize(mix(n, out_, 0.75 * hair * crowd)); // where the whole head of hair faces
vec3 base = tint;
base *= mix(1.0, (0.72 + 0.56 * chance.x) * mix(0.62, 1.18, smoothstep(0.0, 0.9, spot.y)), hair);
float open = through(shade), sinLight = sqrt(max(1.0 - pow(dot(t, sunward), 2.0), 0.0));
float wrap = mix(max(dot(n, sunward), 0.0), sinLight * clamp(0.45 + 0.55 * dot(big, sunward), 0.0, 1.0), hair);
float shift = 0.10 * (noise(chance.x + 0.37) - 0.5);
vec3 h = normalize(sunward + toEye);
float r = lobe(normalize(t - (0.09 + shift) * n), h, 160.0), trt = lobe(normalize(t + (0.13 + shift) * n), h, 40.0);
float glint = 0.35 + 1.3 * noise(floor(spot.y * 40.0) * 0.173 + chance.x);
float tt = pow(max(dot(-sunward, toEye), 0.0), 5.0) * sinLight;
vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * big.z) * mix(1.0, 0.45 + 0.55 * open, crowd * hair);
float lit = clamp(dot(big, sunward) * 1.2 + 0.55, 0.0, 1.0);
vec3 shine = mix(vec3(0.22) * pow(max(dot(n, h), 0.0), 24.0) + 0.05 * pow(1.0 - max(dot(n, toEye), 0.0), 3.0),
(0.11 * r * vec3(1.0, 0.95, 0.88) + 1.3 * pow(base, vec3(0.8)) * trt * glint) * lit + base * tt * 0.8, hair);
vec3 sum = base * (ambient + 1.35 * sunLight * wrap * open) + sunLight * shine * open;
// A light at the eye's side keeps the shaded half readable.
vec3 fill = normalize(toEye + vec3(0, 0, 0.35)), hf = normalize(fill + toEye);
sum += hair * (0.20 * base * sqrt(max(1.0 - pow(dot(t, fill), 2.0), 0.0)) + 0.16 * pow(base, vec3(0.7)) * lobe(normalize(t + shift * n), hf, 60.0) * glint);
pixel = vec4(pow(sum, vec3(1.0 / 2.2)), 1);
}`,B1=`  precision highp float;
in vec3 glow; in vec2 spot; flat in float rounding;
out vec4 pixel;
void main() { pixel = vec4(sqrt(glow * (1.0 - rounding * spot.x * spot.x)), 1); }`,k1=`  ${J0}
uniform mat4 projectionMatrix, viewMatrix; uniform vec3 sunward; uniform float least;
void main() {
if (!strand()) return;
int last = int(samples) - 1, j = min((gl_VertexID % (2 * int(samples))) & ~1, last); // every other sample: shadows are soft
float side = float(gl_VertexID & 1) * 2.0 - 1.0;
vec3 p = strandPoint(j), t = strandPoint(min(j + 1, last)) - strandPoint(max(j - 1, 0)), s = cross(t, sunward);
gl_Position = projectionMatrix * viewMatrix * vec4(p + (length(s) > 1e-12 ? normalize(s) : vec3(1, 0, 0)) * side * max(look.x, least), 1);
}`,z1=`
precision highp float;
out vec4 pixel;
void main() { pixel = vec4(1); }`;function Ro(s,e){let t=Math.imul(s,2654435761)^Math.imul(e+2135587861,2246822519);return t^=t>>>16,t=Math.imul(t,2146121005),t^=t>>>15,t=Math.imul(t,2221713035),(t^t>>>16)>>>0}var Ih=s=>(s>>>8)/16777216,Dh=class{constructor(e,t){this.scene=e;this.stage=t;let n=e.fibreSegments,i=n.reduce((l,c)=>Math.max(l,c),1);this.count=n.length,this.crowd=this.count>50,this.samples=Math.min(64,Math.max(9,Math.ceil(1.6*i)+1)),this.perRow=Math.max(1,Math.floor(2048/this.samples));let r=Math.ceil(this.count/this.perRow);this.texels=new Float32Array(4*this.samples*this.perRow*r),this.texture=new es(this.texels,this.samples*this.perRow,r,zn,jn),this.texture.minFilter=this.texture.magFilter=rn,this.uniforms={strands:{value:this.texture},kinds:{value:null},strandCount:{value:0},samples:{value:this.samples},perRow:{value:this.perRow},crown:{value:new U},crowd:{value:this.crowd?1:0},sun:{value:new We},thin:{value:.001},least:{value:1e-4},sunward:{value:t.sunward},skyLight:{value:new Le},groundLight:{value:new Le},sunLight:{value:new Le},depthReach:{value:1},soften:{value:1},shadowSoft:{value:0},depthMap:{value:null}};let o=new va;this.finely=this.ribbons(1),this.coarsely=this.ribbons(2),o.setIndex(this.finely),o.setAttribute("position",new Mt(new Float32Array(6*this.samples*Lh),3));let a=new Gs({vertexShader:Z0,fragmentShader:O1,glslVersion:xr,uniforms:this.uniforms,side:2});this.fine=a,this.simple=new Gs({vertexShader:Z0,fragmentShader:B1,glslVersion:xr,uniforms:this.uniforms,side:2,defines:{SIMPLE:1}}),this.mesh=new Bt(o,a),this.mesh.customDepthMaterial=new Gs({vertexShader:k1,fragmentShader:z1,glslVersion:xr,uniforms:this.uniforms,side:2}),this.mesh.castShadow=!0,this.mesh.frustumCulled=!1,this.mesh.raycast=()=>{},t.scene.add(this.mesh),this.follow(e.about.followers||0)}scene;stage;count;crowd;samples;perRow;texels;texture;mesh;uniforms;plans=new Map;shown="";strandCount=0;kinds=null;fine;simple;finely;coarsely;each=-1;first=null;ribbons(e){let t=[],n=this.samples-1;for(let i=0;i<Lh;i++)for(let r=0;r<n;r+=e){let o=2*(i*this.samples+r),a=2*(i*this.samples+Math.min(r+e,n));t.push(o,o+1,a,o+1,a+1,a)}return new Mt(new Uint32Array(t),1)}coarse(e){this.mesh.geometry.setIndex(e?this.coarsely:this.finely),this.mesh.material=e?this.simple:this.fine}strands(){return this.strandCount}followers(){return this.each}plan(e){let t=this.plans.get(e);if(t)return t;t={from:new Int32Array(4*this.samples),weight:new Float32Array(4*this.samples)};for(let n=0;n<this.samples;n++){let i=n/(this.samples-1)*e,r=Math.min(Math.floor(i),e-1),o=ff(i-r);for(let a=0;a<4;a++)t.from[4*n+a]=3*Math.min(e,Math.max(0,r+a-1)),t.weight[4*n+a]=o[a]}return this.plans.set(e,t),t}place(e){if(e.key===this.shown)return;this.shown=e.key;let t=e.vertices(),{fibreSegments:n,fibreBegin:i}=this.scene,{samples:r,perRow:o,texels:a,count:l}=this,c=[0,0,0];for(let h=0;h<l;h++){let{from:u,weight:d}=this.plan(n[h]),f=3*i[h],p=4*(Math.floor(h/o)*o+h%o)*r;for(let v=0;v<4*r;v+=4,p+=4)for(let g=0;g<3;g++)a[p+g]=d[v]*t[f+u[v]+g]+d[v+1]*t[f+u[v+1]+g]+d[v+2]*t[f+u[v+2]+g]+d[v+3]*t[f+u[v+3]+g];for(let v=0;v<3;v++)c[v]+=t[f+v]/l}this.uniforms.crown.value.fromArray(c),this.texture.needsUpdate=!0}light(e,t,n,i,r){let o=this.uniforms,a=(l,c)=>new Le(l).multiplyScalar(c);o.skyLight.value=a(e.sky,.62*e.dim),o.groundLight.value=a(e.bounce,.62*e.dim),o.sunLight.value=a(e.sun,.8*e.dim),o.thin.value=.6*i,o.least.value=1.1*n/2048,o.depthReach.value=t.shadow.camera.far-t.shadow.camera.near,o.soften.value=.045*n,o.sun.value=t.shadow.matrix,o.depthMap.value=t.shadow.map?t.shadow.map.depthTexture:null,o.shadowSoft.value=r&&t.shadow.map?1.3/2048:0}follow(e){if(e===this.each)return;this.each=e;let{count:t,scene:n}=this,i=n.arrays.fibreNear,r=n.arrays.fibreLook,o=n.fibreBegin,a=this.first??=n.vertexFrame(0),l=(d,f)=>Math.hypot(...[0,1,2].map(p=>a[3*o[d]+p]-a[3*o[f]+p])),c=Math.ceil(t*(e+1)/Xa),h=new Float32Array(12*Xa*c);this.strandCount=0;let u=(d,f,p,v,g)=>h.set([d,...f,g,...p,...v,...r.subarray(4*d,4*d+4)],12*this.strandCount++);for(let d=0;d<t;d++)u(d,[d,d],[0,0],[0,0],Ih(Ro(d,1073741824)));for(let d=0;d<e;d++)for(let f=0;f<t;f++){let p=0;for(;p<Ph&&i[Ph*f+p]!==f;)p++;if(p===0)continue;let v=Ro(f,4*d)%p,g=p>1?Ro(f,4*d+1)%(p-1):0;p>1&&g>=v&&g++;let m=Ih(Ro(f,4*d+2)),x=Ih(Ro(f,4*d+3));m+x>1&&(m=1-m,x=1-x);let T=[i[Ph*f+v],i[Ph*f+g]];u(f,T,[.5*m,.5*x],T.map(b=>2*l(f,b)),Ih(Ro(f,1073741825+d)))}this.kinds?.dispose(),this.kinds=new es(h,3*Xa,c,zn,jn),this.kinds.needsUpdate=!0,this.uniforms.kinds.value=this.kinds,this.uniforms.strandCount.value=this.strandCount,this.mesh.geometry.instanceCount=Math.ceil(this.strandCount/Lh),this.stage.moved()}bounds(e){let t=[1/0,1/0,1/0],n=[-1/0,-1/0,-1/0];for(let i of e){let r=i.vertices();for(let o=0;o<r.length;o++)t[o%3]=Math.min(t[o%3],r[o]),n[o%3]=Math.max(n[o%3],r[o])}return{lo:t,hi:n,crowd:this.crowd}}middle(e,t){let n=e.vertices();return new U().fromArray(n,3*t).lerp(new U().fromArray(n,3*t+3),.5)}near(e,t,n,i){let r=e.vertices(),o=new U,a=new U,l=i?i.distanceTo(t.origin):1/0,{fibreBegin:c,fibreSegments:h}=this.scene,u=null,d=1/0;for(let f=0;f<this.count;f++)for(let p=0;p<h[f];p++){let v=o.fromArray(r,3*(c[f]+p)).lerp(a.fromArray(r,3*(c[f]+p+1)),.5).sub(t.origin).dot(t.direction),g=o.addScaledVector(t.direction,-v).length();v<=0||v>l+n*v||g>n*v||v+2*g>=d||(d=v+2*g,u={vertex:c[f]+p,point:this.middle(e,c[f]+p)})}return u}vertex(e,t,n){let i=3*(this.scene.fibreBegin[e]+t);return Array.from(this.scene.vertexFrame(n).subarray(i,i+3))}dispose(){this.stage.scene.remove(this.mesh),this.mesh.geometry.dispose(),this.fine.dispose(),this.simple.dispose(),this.texture.dispose(),this.kinds?.dispose()}};var Nh=class{texture=null;size=new it;camera=new fr;material=new kn({uniforms:{picture:{value:null},pixel:{value:new it}},depthTest:!1,depthWrite:!1,toneMapped:!1,vertexShader:"varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",fragmentShader:`varying vec2 at; uniform sampler2D picture; uniform vec2 pixel;
float light(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float beside(int x, int y) { return light(texelFetch(picture, ivec2(gl_FragCoord.xy) + ivec2(x, y), 0).rgb); } // a processor reads one pixel in a third of the time of four
void main() {
vec3 here = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
float a = beside(-1, 0), b = beside(1, 0), c = beside(0, -1), d = beside(0, 1), m = light(here);
float least = min(m, min(min(a, b), min(c, d))), most = max(m, max(max(a, b), max(c, d)));
gl_FragColor = vec4(here, 1.0);
if (most - least < max(0.03, 0.1 * most)) return; // no edge
vec2 along = vec2(c - d, b - a);
along *= 2.0 / (min(abs(along.x), abs(along.y)) + max(0.03 * (a + b + c + d), 1e-3));
along = clamp(along, -6.0, 6.0) * pixel;
vec3 near = 0.5 * (texture2D(picture, at - along / 6.0).rgb + texture2D(picture, at + along / 6.0).rgb);
vec3 far = 0.5 * near + 0.25 * (texture2D(picture, at - 0.5 * along).rgb + texture2D(picture, at + 0.5 * along).rgb);
float l = light(far);
gl_FragColor = vec4(l < least || l > most ? near : far, 1.0);
}`});mesh=new Bt(new _s(2,2),this.material);constructor(){this.mesh.frustumCulled=!1}apply(e){e.getDrawingBufferSize(this.size),(!this.texture||this.texture.image.width!==this.size.x||this.texture.image.height!==this.size.y)&&(this.texture?.dispose(),this.texture=new oa(this.size.x,this.size.y),this.texture.minFilter=this.texture.magFilter=xn,this.material.uniforms.picture.value=this.texture,this.material.uniforms.pixel.value.set(1/this.size.x,1/this.size.y)),e.copyFramebufferToTexture(this.texture),e.autoClear=!1,e.render(this.mesh,this.camera),e.autoClear=!0}};var Ya={dark:{background:1711653,ink:13226202,ground:2830392,line:5660524,sky:11450568,bounce:6051408,sun:16773596,dim:.8,own:.09,pale:.4,textured:.3,rim:1.6},light:{background:15659251,ink:1316635,ground:14014942,line:9147553,sky:14542320,bounce:11446691,sun:16774888,dim:1,own:.9,pale:.7,textured:.95,rim:.5}};ct.lights_fragment_begin=ct.lights_fragment_begin.replace(/(directLight\.color \*= \( directLight\.visible && receiveShadow \) \? )(getShadow\( directionalShadowMap.*?\)) : 1\.0;/,"$1mix( 1.0, $2, smoothstep( 0.0, 0.22, dot( geometryNormal, directLight.direction ) ) ) : 1.0;");var qa=[{pixels:1,shadows:2048,soft:!0,overhead:!0,smooth:!1},{pixels:1,shadows:768,soft:!0,overhead:!1,smooth:!1},{pixels:.8,shadows:512,soft:!1,overhead:!1,smooth:!0},{pixels:.65,shadows:0,soft:!1,overhead:!1,smooth:!0},{pixels:.5,shadows:0,soft:!1,overhead:!1,smooth:!0},{pixels:.5,shadows:0,soft:!1,overhead:!1,smooth:!1}],K0=.45,j0=256,gf=qa.length,Fh=2;function V1(){let s=document.createElement("canvas").getContext("webgl2"),e=s?.getExtension("WEBGL_debug_renderer_info"),t=s&&e?String(s.getParameter(e.UNMASKED_RENDERER_WEBGL)):"";return s?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|softpipe|software|basic render/i.test(t)}var Q0="spot = (modelMatrix * vec4(position, 1.0)).xyz; grid = position.xy * length(modelMatrix[0].xyz);",ev=`varying vec3 spot; varying vec2 grid; uniform float cell, reach, ruled; uniform vec3 line, middle, back;
float lines(float size) { vec2 g = grid / size, w = fwidth(g), d = abs(fract(g - 0.5) - 0.5) / max(w, 1e-6); return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.15, 0.5, max(w.x, w.y))); }
float rule() { return ruled * (0.28 * lines(0.2 * cell) + 0.5 * lines(cell)); }
float fade() { return smoothstep(0.25, 1.0, distance(spot, middle) / reach); }`,Uh=class{scene=new ea;renderer;sun=new pr(16777215,2.4);sky=new pa(16777215,4473924,1.5);ambient=new ga(16777215,.15);above=new pr(16777215,1);rim=new pr(13623551,1);grounds=[];drawing=!1;software=V1();sunward=new U(-.28,-.72,1).normalize();constructor(e){this.renderer=new Qc({canvas:e,antialias:!this.software,powerPreference:"high-performance"}),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=qs,this.renderer.shadowMap.autoUpdate=!1,this.sky.position.set(0,0,1),this.sun.castShadow=!0,this.sun.shadow.bias=-2e-4,this.sun.shadow.radius=1.6,this.above.shadow.mapSize.set(j0,j0),this.above.shadow.bias=-.002,this.above.shadow.radius=3,this.rim.position.copy(this.rimward),this.scene.add(this.sky,this.sun,this.sun.target,this.ambient,this.rim,this.above,this.above.target)}fit(e,t,n){this.drawing=n;for(let i of[this.sun,this.above]){let r=i.shadow.camera,o=1.6*t;r.left=r.bottom=-o,r.right=r.top=o,r.near=.1*t,r.far=8*t,r.updateProjectionMatrix()}this.sun.shadow.normalBias=.004*t,this.above.shadow.normalBias=.02*t,this.shine(e,t);for(let i of this.grounds){if(i.uniforms.cell.value=Math.pow(10,Math.floor(Math.log10(t))),i.uniforms.reach.value=14*t,i.uniforms.middle.value.copy(e),i.mesh.scale.setScalar(60*t),i.perMetre){let r=i.material.map,o=r.repeat.copy(i.perMetre).multiplyScalar(60*t);r.offset.set(-(o.x/2)%1,-(o.y/2)%1)}i.mesh.visible=!n}}shine(e,t){this.sun.target.position.copy(e),this.sun.position.copy(e).addScaledVector(this.sunward,4*t),this.above.target.position.copy(e),this.above.position.copy(e).addScaledVector(this.upward,4*t);for(let n of[this.sun.target,this.sun,this.above.target,this.above])n.updateMatrixWorld();this.moved()}moved(){this.renderer.shadowMap.needsUpdate=!0}clear(){for(let e of this.grounds)this.scene.remove(e.mesh),e.mesh.geometry.dispose(),e.material.map?.dispose(),e.material.dispose(),e.plain?.dispose();this.grounds.length=0}addGround(e,t){let n=new bs({color:e??16777215,map:t}),i={cell:{value:1},reach:{value:10},ruled:{value:t?0:1},line:{value:new Le},middle:{value:new U},back:{value:new Le},ground:{value:n.color},light:{value:new Le}};n.onBeforeCompile=a=>{Object.assign(a.uniforms,i),a.vertexShader=a.vertexShader.replace("#include <common>",`#include <common>
varying vec3 spot; varying vec2 grid;`).replace("#include <project_vertex>",`#include <project_vertex>
`+Q0),a.fragmentShader=a.fragmentShader.replace("#include <common>",`#include <common>
`+ev).replace("#include <color_fragment>",`#include <color_fragment>
diffuseColor.rgb = mix(diffuseColor.rgb, line, rule());`).replace("#include <opaque_fragment>",`#include <opaque_fragment>
gl_FragColor.rgb = mix(gl_FragColor.rgb, back, fade());`)};let r=t?null:new kn({uniforms:i,toneMapped:!1,vertexShader:`varying vec3 spot; varying vec2 grid; void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); ${Q0} }`,fragmentShader:`${ev} uniform vec3 ground, light; void main() { gl_FragColor = vec4(mix(light * mix(ground, line, rule()), back, fade()), 1.0);
#include <colorspace_fragment>
}`}),o=new Bt(new _s(1,1),n);return o.receiveShadow=!0,this.scene.add(o),this.grounds.push({mesh:o,material:n,plain:r,own:e??(t?new Le(16777215):null),perMetre:t?.repeat.clone()??null,uniforms:i}),o}quality(e){let t=this.level=qa[e],{shadow:n}=this.sun;this.sun.castShadow=this.shadows&&t.shadows>0,this.above.castShadow=this.shadows&&t.overhead&&!this.detailed,this.renderer.shadowMap.type=t.soft&&!this.detailed?qs:Hu,this.moved();let i=Math.min(t.shadows*(this.detailed?2:1),this.software&&!this.detailed?1024:2048);i===0||n.mapSize.x===i||(n.mapSize.set(i,i),n.map?.dispose(),n.map=null)}detailed=!1;level=qa[0];shadows=!0;theme(e,t){this.scene.background=new Le(e.background),this.sky.color.set(e.sky),this.sky.groundColor.set(e.bounce),this.sky.intensity=(1-K0)*2.2*e.dim,this.above.color.set(e.sky),this.above.intensity=K0*2.2*e.dim,this.sun.color.set(e.sun),this.rim.intensity=e.rim,this.sun.intensity=3*e.dim,this.shadows=t&&!this.drawing,this.sun.castShadow=this.shadows&&this.level.shadows>0,this.above.castShadow=this.shadows&&this.level.overhead&&!this.detailed,this.moved();for(let n of this.grounds)n.own?n.material.color.copy(n.own).multiplyScalar(n.plain?e.own:e.textured).lerp(new Le(e.ground),n.plain?e.pale:0):n.material.color.set(e.ground),n.uniforms.line.value.set(e.line),n.uniforms.back.value.set(e.background)}get whole(){return this.level===qa[0]||this.drawing&&this.level===qa[1]}resize(e,t,n){let i=this.software&&this.whole?2/n:1;this.renderer.setPixelRatio(n*i*(this.drawing?1:this.level.pixels)),this.renderer.setSize(e,t,!1)}draw(e){let{sky:t,sun:n,ambient:i,rim:r,above:o}=this,a=!n.castShadow;for(let l of this.grounds){l.mesh.material=a&&l.plain?l.plain:l.material;let c=this.normal.set(0,0,1).applyQuaternion(l.mesh.quaternion),h=l.uniforms.light.value;h.copy(t.groundColor).lerp(t.color,.5+.5*c.z).multiplyScalar(t.intensity);for(let[u,d]of[[n.color,n.intensity*Math.max(c.dot(this.sunward),0)],[i.color,i.intensity],[o.color,o.intensity*Math.max(c.z,0)],[r.color,r.intensity*Math.max(c.dot(this.rimward),0)]])h.r+=d*u.r,h.g+=d*u.g,h.b+=d*u.b;h.multiplyScalar(1/Math.PI)}this.renderer.render(this.scene,e),this.software&&(this.drawing?!this.whole:this.level.smooth)&&this.smooth.apply(this.renderer),this.time()}time(){if(this.timing)return;let e=this.renderer.getContext(),t=e.fenceSync(e.SYNC_GPU_COMMANDS_COMPLETE,0),n=performance.now();if(!t)return;e.flush(),this.timing=!0;let i=()=>{let r=performance.now()-n;if(e.getSyncParameter(t,e.SYNC_STATUS)!==e.SIGNALED&&r<1e3){setTimeout(i,2);return}e.deleteSync(t),this.timing=!1,this.took=r};setTimeout(i,2)}timing=!1;took=0;smooth=new Nh;normal=new U;upward=new U(.02,.03,1).normalize();rimward=new U(.75,.6,.3).normalize()};var tv=28,vf=16,G1=100,H1=300,W1=.15,Oh=class{constructor(e){this.set=e}set;level=0;moving=!1;interval=vf;touched=-1e9;get now(){return this.moving?this.level:0}touch(e){this.touched=e}adapt(e,t,n,i){let r=i||e-this.touched<H1;if(r!==this.moving){this.moving=r,this.interval=vf,this.set(this.now);return}!r||t<=0||(this.interval+=W1*(Math.min(t,G1)-this.interval),!(this.interval<tv||2*n<this.interval||this.level===gf-1)&&(this.level=Math.min(this.level+(this.interval>3*tv?2:1),gf-1),this.set(this.level),this.interval=vf))}};var X1=.05,q1=.7,Y1=24,$1=9.81,Bh=class{constructor(e){this.app=e}app;grip=null;pushes=!1;local(e,t){return t.clone().applyMatrix4(this.app.bodies.bodyMatrix(this.app.moment(),e,new We).invert())}wantsPush(e){return this.app.live!==null&&(this.pushes||e.ctrlKey||e.altKey)}push(e,t,n){let i=this.app.info.bodies[e],r=this.local(e,t),o=n.clone(),a=this.app.bounds.plane;a&&o.set(0,0,1).cross(new U(a[0],a[1],a[2]));let l=o.normalize().multiplyScalar(.5*i.mass);this.app.live.command(`push ${i.id} ${r.x} ${r.y} ${r.z} ${l.x} ${l.y} ${l.z}`)}take(e,t){if(!this.app.live||t.shiftKey||t.ctrlKey||t.altKey||this.pushes)return!1;let n=this.app.bodies.pick(e);if(n&&this.app.fibres===null)return this.hold(n.body,n.point),!0;let i=this.app.fibres?.near(this.app.moment(),e.ray,this.app.camera.pixel(Y1),this.app.bodies.pick(e,!0)?.point??null)??null;return i?this.holdFibre(i.vertex,i.point):n&&this.hold(n.body,n.point),i!==null||n!==null}hold(e,t){this.grasp(e,null,this.app.info.bodies[e].id,this.local(e,t),t),this.pullWith(this.load(e,t)),this.app.follow(e),this.send()}holdFibre(e,t){let{app:n}=this,{id:i,segments:r}=this.segment(e),o=this.grasp(-1,{vertex:e},i,new U,t);n.live.text("body "+i).then(a=>{if(!a||this.grip!==o)return;let l=JSON.parse(a).mass;this.pullWith({point:l,weight:r*l*this.gravity+this.all()}),this.send()})}grasp(e,t,n,i,r){let o=this.app.bounds.plane,a=o?new U(o[0],o[1],o[2]):this.app.camera.view.getWorldDirection(new U);return this.grip={body:e,fibre:t,id:n,local:i,target:r.clone(),normal:a,weight:0,stiffness:0,damping:0}}pullWith(e){let t=this.grip,n=this.app.info.settings.timestep,i=e.point/n;t.weight=e.weight,t.stiffness=Math.min(e.weight/(X1*this.app.camera.picture(t.target)),i/n),t.damping=Math.min(Math.max(2*q1*Math.sqrt(t.stiffness*e.weight/this.gravity),t.stiffness*n),i)}get gravity(){return Math.hypot(...this.app.info.settings.gravity)||$1}segment(e){let{fibreBegin:t,fibreSegments:n}=this.app.scene,i=new Set(this.app.info.bodies.map(l=>l.id)),r=t.length-1;for(;t[r]>e;)r--;let o=e-r,a=0;for(;;a++)if(!i.has(a)&&o--===0)return{id:a,segments:n[r]}}all(){return this.gravity*this.app.info.bodies.reduce((e,t,n)=>e+(this.app.scene.about.bodies[n].motion==="free"?t.mass:0),0)}load(e,t){let{info:n,scene:i,bodies:r,contacts:o}=this.app,a=n.bodies[e],l=new Map(n.bodies.map((p,v)=>[p.id,v])),c=p=>{let v=n.bodies[p].parent;return v>0&&l.has(v)?c(l.get(v)):p},h=c(e),u=new Set(n.bodies.flatMap((p,v)=>c(v)===h?[v]:[])),f=u.size>1||n.bodies[h].parent===0?this.all():this.gravity*a.mass;return{point:Z1(a.mass,a.inertia,this.local(e,t).sub(new U().fromArray(a.center)),this.app.bounds.plane?i.planeOf(e):null),weight:Math.max(f,o.holding(p=>r.touches(u,p)))}}where(){let e=this.grip,t=this.app.moment();return e.fibre?this.app.fibres.middle(t,e.fibre.vertex):e.local.clone().applyMatrix4(this.app.bodies.bodyMatrix(t,e.body,new We))}force(){return this.grip?this.grip.stiffness*this.where().distanceTo(this.grip.target):0}drag(e){let t=this.grip;if(!t)return;let n=t.target.clone().sub(e.ray.origin).dot(t.normal)/e.ray.direction.dot(t.normal);!Number.isFinite(n)||n<=0||this.pullTo(e.ray.at(n,new U))}pullTo(e){this.grip&&(this.grip.target.copy(e),this.send())}send(){let e=this.grip;e.stiffness>0&&this.app.live.pull(`spring ${e.id} ${[e.local.x,e.local.y,e.local.z,e.target.x,e.target.y,e.target.z,e.stiffness,e.damping].join(" ")}`),this.app.redraw()}letGo(){this.grip&&(this.grip=null,this.app.live.pull("spring"),this.app.redraw())}};function Z1(s,[e,t,n,i,r,o],a,l){let c=new tt().set(e,i,r,i,t,o,r,o,n);if(l)return 1/(1/s+a.lengthSq()/l.dot(l.clone().applyMatrix3(c)));let h=c.invert().elements;return 1/(1/s+a.lengthSq()*(h[0]+h[4]+h[8])-a.dot(a.clone().applyMatrix3(c)))}var nv="holdfast-hinted",J1=2,kh=class{deeds=0;gone=!1;constructor(){try{this.gone=window.localStorage.getItem(nv)!==null}catch{}window.location.hash.includes("bare")&&(this.gone=!0),ee("hint-close").addEventListener("click",()=>this.close())}show(e){let t=window.matchMedia?.("(pointer: coarse)").matches;ee("hint").hidden=this.gone,ee("hint-words").textContent=e?`Drag a body to pull it. Drag beside it to turn the view. ${t?"Tap":"Click"} a contact to see why it holds.`:`Drag to turn the view. ${t?"Tap":"Click"} a contact or a body for its numbers.`}did(){!this.gone&&++this.deeds>=J1&&this.close()}close(){this.gone=!0,ee("hint").hidden=!0,window.dispatchEvent(new Event("resize"));try{window.localStorage.setItem(nv,"1")}catch{}}};function yf(s){let e=new TextDecoder().decode(s.subarray(0,4));return["FRAM","ABOU","TEXT","FILE","ERRO"].includes(e)?{kind:e,bytes:s}:{kind:"ERRO",bytes:new TextEncoder().encode("ERROan answer that is not understood")}}function Qs(s){return new TextDecoder().decode(s.bytes.subarray(4))}function iv(s){let e=new DataView(s.bytes.buffer,s.bytes.byteOffset).getUint32(4,!0);return{name:new TextDecoder().decode(s.bytes.subarray(8,8+e)),bytes:s.bytes.subarray(8+e)}}function sv(s){let e=s.bytes,t=new DataView(e.buffer,e.byteOffset).getUint32(4,!0),n=Math.ceil((8+t)/8)*8;return{json:JSON.parse(new TextDecoder().decode(e.subarray(8,8+t))),numbers:e.slice(n).buffer}}function rv(s){let e=s.bytes.byteOffset%8===0?s.bytes:s.bytes.slice(),t=e.buffer,n=e.byteOffset,i=new Uint32Array(t,n+4,15),r=new Float32Array(t,n+72,14),o=n+128,a=b=>{let C=new Float32Array(t,o,b);return o+=4*b,C},l=(b,C,A)=>{let y=new b(t,o,C);return o+=2*C,A&&(o+=(4-(o-n)%4)%4),y},c=i[8],h=i[9],u=a(3*c),d=l(Int16Array,4*c,!1),f=a(6),p=l(Uint16Array,3*h,!0),v=a(i[10]),g=a(i[11]),m=a(i[11]),x=a(i[14]),T=null;if(i[12]!==4294967295){let b=i[12],C=a(2),A=new Float32Array(8);A.set(a(6)),A.set(C,6);let y=l(Uint16Array,3*b,!0),E=l(Int16Array,2*b,!1),F=l(Int16Array,3*b,!1),I=l(Uint16Array,b,!1),L=C[1]>0?l(Int16Array,3*b,!1):null,k=l(Uint16Array,2*b,!1),V=l(Uint16Array,b,!1);T={count:b,begin:0,box:A,boxAt:0,point:y,normal:E,force:F,angle:I,moment:L,pair:k,slip:V,status:new Uint8Array(t,o,b)}}return{step:i[0],made:i[1],quality:i[2],substeps:i[3],contactCount:i[4],islands:i[5],iterations:i[6],history:i[7],late:i[13]!==0,time:new DataView(t,n).getFloat64(64,!0),kinetic:r[0],potential:r[1],residual:r[2],tolerance:r[3],penetration:r[4],seconds:r[5],work:r[6],stages:r.subarray(7,14),positions:u,turns:d,vertexBox:f,vertices:p,q:v,controls:g,forces:m,signals:x,contacts:T,bytes:e.length,seen:e.subarray(128)}}var K1=8,ov=16,j1=20,av=18e5,zh=class{constructor(e){this.source=e}source;frame=null;serial=0;pace=0;rate=0;between=!1;busy=!1;last=0;credit=0;onFrame=()=>{};onError=()=>{};async open(e){let t=await this.source.ask(e===null?"about":e===""?"open":`open ${e} 1`);if(t.kind!=="ABOU")throw new Error(t.kind==="ERRO"?Qs(t):"an answer that is not understood");let{json:n,numbers:i}=sv(t),r=n.about;this.frame=null,this.between=!0;let o={scene:new Wa(r,i),info:n.live};return this.step=o.info.settings.timestep,await this.command("step 0"),o}async command(e){let t=++this.walks,n=Number(/^step (\d+)$/.exec(e)?.[1]??0);if(n<=ov)return this.ordered(e);let i=ov;this.walking++;try{for(let r=n;r>0&&t===this.walks;){let o=Math.min(r,i),a=performance.now();if(!await this.ordered("step "+o))return!1;if(r-=o,this.frame?.quality===2)return!0;i=Math.max(1,Math.round(o*Math.min(4,100/Math.max(performance.now()-a,1))))}return!0}finally{this.walking--}}walking=0;walks=0;halt(){this.walks++}get resting(){return this.same>=j1}looks=[null,null];same=0;async ordered(e){return this.same=0,this.flush(),this.take(await this.source.ask(e))}async text(e){let t=await this.source.ask(e);return t.kind==="TEXT"?Qs(t):(this.take(t),null)}async file(e){let t=await this.source.ask("save "+e);return t.kind==="FILE"?iv(t):(this.take(t),null)}take(e){if(e.kind==="ERRO")return this.onError(Qs(e)),!1;if(e.kind==="FRAM"){let t=rv(e),n=t.contacts?1:0,i=this.looks[n];this.same=i?.length===t.seen.length&&i.every((r,o)=>r===t.seen[o])?this.same+1:0,this.looks[n]=t.seen,!t.contacts&&this.frame&&(t.contacts=this.frame.contacts),this.frame=t,this.serial++,this.onFrame(t)}return!0}pull(e){if(this.same=0,this.pulling){this.hand=e;return}this.pulling=!0,this.source.ask(e).then(t=>{if(this.pulling=!1,this.take(t),this.hand){let n=this.hand;this.hand=null,this.pull(n)}}),this.plays&&(this.owed=Math.max(this.owed,this.step),this.busy?this.felt=!0:this.ask())}flush(){let e=this.hand;this.hand=null,e&&this.source.ask(e).then(t=>this.take(t))}hand=null;pulling=!1;felt=!1;step=0;tick(e,t,n){let i=this.last>0?Math.min((e-this.last)/1e3,.1):.016666666666666666,r=this.frame?.time??0;this.last>0&&e>this.last&&(this.rate+=.05*(1e3*this.brought/(e-this.last)-this.rate),this.pace+=.05*(1e3*(r-this.shown)/(e-this.last)-this.pace)),this.brought=0,this.shown=r,this.last=e,this.plays=!0,this.wanted=n,this.owed=Math.min(this.owed+i*t,Math.max(2*i,.05)*t),this.credit=Math.min(this.credit+i*av,.1*av),this.busy||this.ask()}ask(){let e=this.source.kind==="socket";if(!this.plays||e&&this.credit<0)return;let t=this.frame?.time??0,n=this.frame?.contactCount??0,i=e&&25*n>26e3,r=this.wanted&&(!i||this.pictures++%Math.ceil(25*n/2e4)===0);this.wanted=!1,this.busy=!0,this.source.ask(`advance ${Math.max(this.owed,0).toFixed(9)} ${K1} ${r?1:0}`).then(o=>{this.busy=!1,!(!this.take(o)||!this.frame)&&(this.brought+=this.frame.bytes,this.credit-=this.frame.bytes,this.owed-=this.frame.time-t,(this.felt||this.frame.late&&this.owed>0)&&(this.felt=!1,this.ask()))})}plays=!1;owed=0;wanted=!1;pictures=0;brought=0;shown=0;rest(){this.last=0,this.owed=0,this.plays=this.felt=!1}get waiting(){return this.busy}moment(e){let t=this.frame;return{pose:(n,i,r)=>{let o=e.slot[n];o<0||!t?e.rest(n,i,r):pf(t.positions,t.turns,o,o,0,i,r)},stretch:n=>t?e.stretch(n,t.positions,t.turns,0):null,contacts:()=>t?.contacts??null,key:"live"+this.serial,vertices:()=>{let n=new Float32Array(3*e.vertexCount);if(!t)return e.vertexFrame(0);for(let i=0;i<n.length;i++)n[i]=t.vertexBox[i%3]+t.vertices[i]/65535*t.vertexBox[3+i%3];return n}}}};var Q1=10,eA=400,wi=s=>s===null?"not known":s===1/0?"∞":s===-1/0?"−∞":pi(Math.abs(s)<1e-9?0:s),Vh=class{constructor(e){this.app=e}app;value=null;trouble="";asking=!1;last=0;of="";forget(){this.value=null,this.trouble=this.of="",this.last=0}async ask(e,t,n){let i=this.app.live,r=e+" "+i.serial;if(this.asking||r===this.of||i.between||this.app.state.playing&&t-this.last<eA)return;this.asking=!0,this.last=t,this.of=r;let o=this.app.scene,a=await i.source.ask(e),l=Qs(a);this.asking=!1,!(o!==this.app.scene||this.of!==r)&&(this.value=a.kind==="TEXT"?JSON.parse(l):null,this.trouble=a.kind==="TEXT"?"":l.replace(/^margin: /,""),n())}},Gh=class{constructor(e){this.app=e;this.contact=new Vh(e),this.hold=new Vh(e),ee("contact-close").addEventListener("click",()=>this.choose(-1));let t=ee("view");t.addEventListener("pointermove",n=>{n.pointerType==="mouse"&&n.buttons===0&&(this.pointer=[n.clientX,n.clientY])});for(let n of["pointerdown","pointerleave"])t.addEventListener(n,()=>{this.pointer=null,this.hover()});t.addEventListener("pointermove",()=>this.app.redraw(),{passive:!0})}app;contact;hold;held=0;asked=[];plots=[];pointer=null;hover(){let{contacts:e,state:t}=this.app,n=ee("hover"),i=this.pointer&&e&&t.show.points?this.near(...this.pointer):-1;if(e&&(e.hovered=i),n.hidden=i<0,i<0)return;let r=e.table.contact(i),o=Math.hypot(...r.drag),a=Math.tan(r.angle)*r.push,l=r.status==="open"?"open":r.status==="stick"?`sticks, ${Math.round(100*Math.max(0,a-o)/Math.max(a,1e-300))} % left`:`slips at ${wi(r.slip)} m/s`;n.textContent=`${this.nameOf(r.pair)} · ${l} · normal ${wi(r.push)} N, friction ${wi(o)} of ${wi(a)} N`;let c=ee("view").getBoundingClientRect(),[h,u]=this.pointer,d=n.offsetWidth;n.style.transform=`translate(${Math.max(4,Math.min(h+14,c.right-d-4))}px, ${Math.max(4,u-38)}px)`}nameOf(e){return`${this.app.scene.shapeName(e[1])} on ${this.app.scene.shapeName(e[0])}`}near(e,t){let n=ee("view").getBoundingClientRect();return this.app.contacts.near(e-n.left,t-n.top,n.width,n.height,this.app.camera.view,Q1)}pick(e,t){let n=this.near(e,t);return n<0?!1:(this.choose(n),!0)}choose(e){let{app:t}=this;t.contacts.choose(e,t.state.frame),this.contact.forget();for(let n of this.plots)n.dispose();for(let n of this.asked)t.charts.watches(n.id)||t.charts.log.forget(n.id);if(this.plots=[],this.asked=[],ee("card-contact").hidden=e<0,e>=0){let n=this.nameOf(t.contacts.chosen.pair);ee("contact-name").textContent=n,this.asked=O0(t,t.contacts.chosen,n);let[i,r,o]=this.asked,a=[[i,"normal","#46bd78"],[r,"friction","#ed4d6b"],[o,"most friction","#ed4d6b",[4,3]]];this.plots=[new Tr(ee("contact-plot"),"contact-history","",()=>a.map(([l,c,h,u])=>({...this.over(l),curve:{label:c,colour:h,dash:u}})).map(({times:l,values:c,curve:h})=>({times:l,curves:[{...h,values:c}]})),{unit:"N",zero:!0},t.charts)],ee("panel").scrollTop=0,t.live?.frame&&t.charts.frame(t.live.frame,!0)}t.charts.chosen(),t.redraw(),this.show()}over(e){let{log:t}=this.app.charts;if(!this.app.live)return e.of(this.app.scene)??{times:[],values:[]};let n=t.column(e.id),i=Math.max(n.findIndex(Number.isFinite),0);return{times:t.times.slice(i),values:n.slice(i)}}quantities(){return this.asked}clear(){this.hold.forget(),this.pointer=null,this.choose(-1)}show(){let{contacts:e,live:t,state:n}=this.app,i=performance.now();if(!e)return;e.chosen&&this.sayContact();let r=this.app.hand.grip!==null;t&&!r&&e.chosenIndex>=0&&this.contact.ask("contact "+e.chosenIndex,i,()=>this.sayContact()),ee("body-hold").hidden=!t||r||n.following<=0,!(!t||r||n.following<=0)&&(this.held!==n.following&&this.hold.forget(),this.held=n.following,this.hold.ask("hold "+this.app.info.bodies[this.held].id,i,()=>this.sayHold()),this.sayHold())}rows(e){let t=ee("contact-numbers");t.childElementCount===e.length&&e.every(([i],r)=>t.children[r].firstChild.textContent===i)||t.replaceChildren(...e.map(([i,,,r])=>{let o=document.createElement(r?"button":"p");return o.className="number",o.append(i,document.createElement("b"),document.createElement("small")),r&&(o.title="Plot it over time",o.addEventListener("click",()=>{let a=this.asked.find(l=>l.title.endsWith(": "+r));a&&this.app.charts.watch(a)})),o})),e.forEach(([,i,r],o)=>{t.children[o].querySelector("b").textContent=i,t.children[o].querySelector("small").textContent=r})}sayContact(){let{contacts:e,live:t}=this.app,n=t?this.contact.value:null;if(!e.chosen)return;if(e.chosenIndex<0){this.rows([["nothing touches here any more","",""]]);return}let i=e.table.contact(e.chosenIndex),r=Math.tan(i.angle),o=Math.hypot(...i.drag),a=r*i.push,l=Math.max(0,a-o),c=[["state",i.status==="stick"?"sticks":i.status==="slip"?"slips":"open",""],["friction μ",pi(+r.toPrecision(3)),""],["normal",i.normal.map(h=>+h.toFixed(3)+0).join(", "),""],["normal force",wi(i.push),"N","normal force"],["friction",`${wi(o)} of ${wi(a)}`,"N","friction"],["slip speed",i.slip<1e-9?"0":pi(i.slip),"m/s","slip speed"],["margin to slip",i.push>0?`${wi(l)} (${Math.round(100*l/Math.max(a,1e-300))} %)`:"–","N","margin to slip"]];if(t&&this.app.hand.grip)c.push(["range of its force","when you let go",""]);else if(n){c.push(["its force is",n.count,""]);let h=n.least[0]===null?n.verdict==="cannot hold"?"does not rest":n.verdict:null;h?c.push(["at rest",h,""]):["normal","tangent 1","tangent 2"].forEach((u,d)=>c.push([u+" may be",`${wi(n.least[d])} … ${wi(n.greatest[d])}`,"N"]))}t&&this.contact.trouble&&c.push(["range",this.contact.trouble,""]),this.rows(c)}sayHold(){let e=this.hold.value,t=ee("body-hold"),n=i=>`${wi(i*e.mass)} kg (${wi(i)} × its mass)`;if(!e){t.textContent=this.hold.trouble;return}if(e.verdict==="cannot hold")t.textContent="Does not hold at rest as it is.";else if(e.holds===null&&e.may===null)t.textContent="How much heavier it may be is not known.";else if((e.holds??e.may)===1/0)t.textContent="Holds, however heavy it is.";else{let i=e.holds!==null?`Slips when it is ${n(e.holds)} heavier.`:"",r=e.may!==null&&(e.holds===null||e.may>e.holds*(1+1e-5)+1e-9)?` With forces pressed in beforehand it may hold ${e.may===1/0?"anything":n(e.may)+" more"}.`:"";t.textContent=(i+r).trim()}}};var lv=new Le(16727916),Hh=class{constructor(e,t,n,i,r){this.bodies=t;if(e.about.bodies.forEach((a,l)=>{if(l===0||a.motion==="static")return;let c=new _a(i);Po(c.material),this.add(l,"frames",c);let h=n?.bodies[l];if(h&&h.mass>0&&a.motion==="free"){let u=tA(h.mass,h.inertia),d=new ks(new ur(new Ui(u.size.x,u.size.y,u.size.z)),Po(new ts({color:14052310})));d.position.set(h.center[0],h.center[1],h.center[2]),d.quaternion.copy(u.turn),this.add(l,"inertia",d)}}),n){let a=new Map(n.bodies.map((l,c)=>[l.id,c]));for(let l of n.joints){let c=a.get(l.body);if(c===void 0)continue;let h=new U(l.position[0],l.position[1],l.position[2]),u=new U(l.axis[0],l.axis[1],l.axis[2]).normalize(),d=new xa(u,h.clone().addScaledVector(u,-.5*i),i,l.kind==="slide"?4175528:15055164,.25*i,.12*i);Po(d.line.material),Po(d.cone.material),this.add(c,"joints",d),r&&l.kind==="hinge"&&this.pins.push({body:c,at:cv(h,.1*i,e.planeOf(c))})}for(let l of n.pins){let c=a.get(l.body);c!==void 0&&r&&this.pins.push({body:c,at:cv(new U(l.point[0],l.point[1],l.point[2]),.1*i,e.planeOf(c))})}}this.pins.length>0&&this.makePins(),this.spring=new Co(this.group,6),this.width=.035*i,this.grip=new Bt(new Vs(.05*i,12,8),Po(new ti({color:lv,toneMapped:!1}))),this.grip.renderOrder=6,this.grip.visible=!1,this.group.add(this.grip)}bodies;group=new ei;placed=[];pins=[];pinned=null;spring;width;grip;frame=new We;add(e,t,n){let i=new ei;i.matrixAutoUpdate=!1,n.traverse(r=>{r.renderOrder=5,r.raycast=()=>{}}),i.add(n),this.group.add(i),this.placed.push({body:e,object:i,kind:t})}makePins(){let e=new ua(1,24),t=new da(.82,1,28);this.pinned=new Zs(this.pins.flatMap(()=>[e,t]),Po(new ti({side:Kn}))),this.pins.forEach((n,i)=>{this.pinned.paint(2*i,new Le(16777215)),this.pinned.paint(2*i+1,new Le(1316635))}),this.pinned.object.renderOrder=5,this.pinned.object.raycast=()=>{},this.group.add(this.pinned.object)}place(e,t){this.pins.forEach((i,r)=>{this.bodies.bodyMatrix(e,i.body,this.frame).multiply(i.at),this.pinned.place(2*r,this.frame),this.pinned.place(2*r+1,this.frame)});let n=-1;for(let i of this.placed)i.object.visible=t[i.kind],i.object.visible&&(i.body!==n&&this.bodies.bodyMatrix(e,n=i.body,this.frame),i.object.matrix.copy(this.frame),i.object.matrixWorldNeedsUpdate=!0)}pull(e,t,n){if(this.grip.visible=e!==null,this.spring.begin(n),e){let i=t.x-e.x,r=t.y-e.y,o=t.z-e.z,a=Math.hypot(i,r,o);a>this.width&&this.spring.arrow(e.x,e.y,e.z,i,r,o,this.width,Math.min(4*this.width,a),1,lv),this.grip.position.copy(e)}this.spring.end()}dispose(){this.spring.dispose(),this.group.traverse(e=>{e.geometry?.dispose?.(),e.material?.dispose?.()})}};function Po(s){return s.depthTest=!1,s.transparent=!0,s}function cv(s,e,t){return new We().compose(s,new Ft().setFromUnitVectors(new U(0,0,1),t),new U(e,e,e))}function tA(s,e){let t=[[e[0],e[3],e[4]],[e[3],e[1],e[5]],[e[4],e[5],e[2]]],n=[[1,0,0],[0,1,0],[0,0,1]];for(let c=0;c<12;c++)for(let[h,u]of[[0,1],[0,2],[1,2]]){if(Math.abs(t[h][u])<1e-300)continue;let d=.5*Math.atan2(2*t[h][u],t[h][h]-t[u][u]),f=Math.cos(d),p=Math.sin(d);for(let v=0;v<3;v++){let g=t[v][h],m=t[v][u];t[v][h]=f*g+p*m,t[v][u]=-p*g+f*m}for(let v=0;v<3;v++){let g=t[h][v],m=t[u][v];t[h][v]=f*g+p*m,t[u][v]=-p*g+f*m}for(let v=0;v<3;v++){let g=n[v][h],m=n[v][u];n[v][h]=f*g+p*m,n[v][u]=-p*g+f*m}}let[i,r,o]=[t[0][0],t[1][1],t[2][2]],a=c=>Math.sqrt(Math.max(6*c/s,1e-12)),l=new We().makeBasis(new U(n[0][0],n[1][0],n[2][0]),new U(n[0][1],n[1][1],n[2][1]),new U(n[0][2],n[1][2],n[2][2]));return l.determinant()<0&&l.scale(new U(1,1,-1)),{size:new U(a(r+o-i),a(i+o-r),a(i+r-o)),turn:new Ft().setFromRotationMatrix(l)}}function hv(s,e,t,n){let i=s.about.cameras?.[t],r=[0,0,0],o=[1,0,0,0];if(!i)return null;let a=new We().compose(new U().fromArray(i.position),new Ft(i.orientation[1],i.orientation[2],i.orientation[3],i.orientation[0]),new U(1,1,1));if(i.mode==="track"){s.rest(i.body,r,o);let h=new U().fromArray(r);a.premultiply(new We().compose(h,new Ft(o[1],o[2],o[3],o[0]),new U(1,1,1))),n.pose(i.body,r,o),a.premultiply(new We().makeTranslation(r[0]-h.x,r[1]-h.y,r[2]-h.z))}else a.premultiply(e.bodyMatrix(n,i.body,new We));let l=new U().setFromMatrixPosition(a),c=new Ft().setFromRotationMatrix(a);return i.mode==="target"&&(n.pose(i.target,r,o),c.setFromRotationMatrix(new We().lookAt(l,new U().fromArray(r),new U(0,0,1)))),{position:l,turn:c,angle:i.angle}}var $a={groups:[{title:"Under the hand",text:"Pull at them: what Baraff showed in 1994, and more of its kind. Pins are white.",scenes:"jack feeder ratchet geneva escapement switch cam ladder_2d cards_2d"},{title:"Laws one can check",text:"Each has a textbook answer, and the tests hold it to that.",scenes:"incline wall stop launch gap isotropy billiards bounce painleve mass_ratio pinch"},{title:"What stands, and what falls",text:"",scenes:"arch card_house kapla towers table ladder dominoes box_wall rest"},{title:"What spins and flies",text:"",scenes:"top_heavy top_free rolling_disc euler_disc cradle balls"},{title:"Heaps",text:"",scenes:"rocks sphere_pile"},{title:"Hands and mechanisms",text:"",scenes:"grasp pendulum four_bar slider_crank bricard jansen gears hoist structure"},{title:"Ropes, nets and hair",text:"",scenes:"capstan ring net fibre_slope fibre_orbit wisp braid cable hair ponytail curls"}],moments:{bounce:.35,dominoes:.5,stop:.3,billiards:.3,feeder:1.2,jack:1.4,balls:.6,jansen:.5,pendulum:.4,euler_disc:.2,cradle:.3,grasp:.3,geneva:.4,ratchet:.5,net:.3,ring:.2,hoist:.2,four_bar:.3,slider_crank:.2,escapement:.4,cable:.2,fibre_orbit:.1,fibre_slope:.1,rocks:.7,sphere_pile:.1,cam:.3,switch:.4},smaller:{rocks:"rocks:n=50",sphere_pile:"sphere_pile:n=300",box_wall:"box_wall:rows=12,columns=14",hair:"hair:n=60",curls:"curls:n=40",ponytail:"ponytail:n=60",wisp:"wisp:n=30"}};var xf=340,_f=212,iA=300,sA=15e3,uv=$a.moments,rA=$a.smaller,Wh=class{names=new Map;waiting=[];frame=null;seen=new IntersectionObserver(e=>{for(let{target:t,isIntersecting:n}of e){let i=t,r=this.waiting.indexOf(i);r>=0&&this.waiting.splice(r,1),n&&this.names.has(i)&&this.waiting.push(i)}this.draw()});of(e,t){this.names.set(t,e),t.src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="}begin(){for(let e of this.names.keys())this.seen.observe(e)}end(){this.seen.disconnect(),this.waiting.length=0,this.frame?.remove(),this.frame=this.page=null}async make(){let e=this.frame=document.createElement("iframe"),t=()=>e.contentWindow?.holdfast;Object.assign(e,{title:"Pictures of scenes",tabIndex:-1,src:window.location.href.replace(/[?#].*$/,"")+"#still,bare"}),Object.assign(e.style,{position:"fixed",left:"0",top:"0",width:xf+"px",height:_f+"px",border:"0",opacity:"0",pointerEvents:"none",zIndex:"-1"}),e.setAttribute("aria-hidden","true"),document.body.append(e);for(let n=performance.now();!t()?.state?.ready&&!t()?.error&&e.isConnected&&performance.now()-n<sA;)await new Promise(i=>setTimeout(i,30));return t()?.state?.ready?t():null}async draw(){if(this.waiting.length===0||this.drawing)return;this.drawing=!0;let e=this.page??await this.make(),t=this.frame;this.page=t?e:null;for(let n=this.waiting.shift();e&&n&&t?.isConnected;n=this.waiting.shift()){let i=await this.copy(t,e,this.names.get(n)).catch(()=>null);if(!t.isConnected)break;i&&(n.src=i),this.names.delete(n),this.seen.unobserve(n)}this.drawing=!1,this.names.size===0||t&&!e?this.end():t?.isConnected||this.draw()}drawing=!1;page=null;async copy(e,t,n){if(!await t.open(rA[n]??n))return null;t.setTheme(document.documentElement.classList.contains("light")?"light":"dark"),await t.command(uv[n]?`advance ${uv[n]} ${iA} 0`:"step 1"),t.redraw();let i=e.contentDocument.getElementById("view"),r=document.createElement("canvas");r.width=xf,r.height=_f;let o=r.getContext("2d");return o.imageSmoothingQuality="high",o.drawImage(i,0,0,xf,_f),r.toDataURL("image/webp",.8)}};var oA=1e-12,dv=256<<20,{groups:Xh}=$a,bf=(s,e)=>`${s} ${e}${s===1?"":"s"}`;function Ln(s,e="",t=""){let n=document.createElement(s);return e&&(n.textContent=e),t&&(n.className=t),n}var qh=class{constructor(e){this.app=e;let t=(i,r)=>ee(i).addEventListener("change",o=>r(o.target.value)),n=i=>{e.live?.command("set "+i).then(r=>{r&&this.settingsChanged(i)})};t("set-solver",i=>n("solver "+i)),t("set-tolerance",i=>n("tolerance "+Number(i))),t("set-timestep",i=>n("timestep "+Number(i)/1e3)),ee("set-friction").addEventListener("input",i=>{let r=Number(i.target.value);ee("friction-value").textContent=r.toFixed(3),n("friction "+r)}),ee("own-friction").addEventListener("click",()=>{ee("friction-value").textContent="as modelled",n("friction -1")}),ee("set-gravity").addEventListener("input",i=>{let r=Number(i.target.value),o=e.info.settings.gravity,a=Math.hypot(...o)||1,l=a>1e-9&&Math.hypot(...o)>0?o.map(c=>c/a):[0,0,-1];ee("gravity-value").textContent=r.toFixed(2),n("gravity "+l.map(c=>c*r).join(" "))}),ee("hand-pull").addEventListener("change",()=>{e.hand.pushes=!1}),ee("hand-push").addEventListener("change",()=>{e.hand.pushes=!0}),ee("iterations").addEventListener("click",()=>{this.iterations()}),ee("screenshot").addEventListener("click",()=>{this.screenshot()}),ee("video").addEventListener("click",()=>this.video());for(let i of["page","glb","problem","scene"])ee("save-"+i).addEventListener("click",()=>{this.save(i)});ee("scenes").addEventListener("click",()=>{this.scenes()}),ee("scene-list").addEventListener("close",()=>this.thumbs.end()),ee("reload").addEventListener("click",()=>{e.open("")}),window.addEventListener("dragover",i=>i.preventDefault()),window.addEventListener("drop",i=>{i.preventDefault(),this.drop([...i.dataTransfer?.files??[]])}),ee("scene-file").addEventListener("change",i=>{ee("scene-list").close(),this.drop([...i.target.files??[]])})}app;sliders=[];recorder=null;list=null;thumbs=new Wh;settingsChanged(e){let[t,...n]=e.split(" "),i=this.app.info.settings;t==="solver"?i.solver=n[0]:t==="gravity"?n.some(r=>Number(r)!==0)&&(i.gravity=n.map(Number)):i[t]=Number(n[0]),this.app.subtitle()}scene(){let{info:e}=this.app;if(this.sliders=[],ee("controls-here").replaceChildren(),this.chosen(),!e)return;let t=ee("set-solver");if(t.options.length===0)for(let i of e.solvers)t.append(new Option(i,i));t.value=e.settings.solver,ee("set-tolerance").value=e.settings.tolerance.toExponential(),ee("set-timestep").value=String(+(1e3*e.settings.timestep).toPrecision(6)),ee("friction-value").textContent=e.settings.friction<0?"as modelled":e.settings.friction.toFixed(3);let n=Math.hypot(...e.settings.gravity);ee("gravity-value").textContent=n.toFixed(2),ee("set-gravity").value=String(n),this.controls()}slider(e,t,n,i,r){let o=Ln("label","","slide"),a=Ln("span",e),l=Ln("input"),c=Ln("output");Object.assign(l,{type:"range",min:String(t),max:String(n),step:String((n-t)/400)}),l.addEventListener("input",()=>{this.app.live.command(r(Number(l.value)))}),o.append(a,l,c),ee("controls-here").append(o),this.sliders.push({input:l,shows:c,value:i})}controls(){let e=this.app.info,t=ee("controls-here"),n=60,i=(r,o,a)=>{r.length!==0&&(t.append(Ln("h3",o)),r.slice(0,n).forEach(a),r.length>n&&t.append(Ln("p",`and ${r.length-n} more`,"dim")))};i(e.actuators,"Controls",(r,o)=>{let[a,l]=r.limited&&r.range[0]<r.range[1]?r.range:[-1,1];this.slider(r.name||"actuator "+o,a,l,()=>this.app.live.frame?.controls[o]??0,c=>`control ${o} ${c}`)}),i(e.joints.filter(r=>r.kind!=="ball"),"Joints",r=>{let o=e.joints.indexOf(r),[a,l]=r.limited&&r.range[0]<r.range[1]?r.range:r.kind==="hinge"?[-Math.PI,Math.PI]:[-.5,.5];this.slider(r.name||"joint "+o,a,l,()=>this.app.live.frame?.q[o]??0,c=>`joint ${o} ${c}`)}),e.keys.length>0&&(t.append(Ln("h3","Keyframes")),e.keys.forEach((r,o)=>{let a=Ln("button",r||"key "+o,"wide");a.addEventListener("click",()=>{this.app.live.command("key "+o)}),t.append(a)})),ee("card-controls").hidden=t.childElementCount===0}frame(){let e=this.app.live.frame;for(let i of this.sliders){let r=i.value();document.activeElement!==i.input&&(i.input.value=String(r)),i.shows.textContent=pi(r)}let t=e.made>0?1e3*e.seconds/e.made:0,n=[`step ${e.step}`,bf(e.islands,"island"),bf(e.iterations,"iteration")];t>0&&n.push(`${t<1?t.toFixed(2):t.toFixed(1)} ms`),this.app.state.playing&&n.push(`${this.app.live.pace.toFixed(2)}× real time`),ee("numbers").textContent=[...n,bf(e.history,"step")+" to go back"].join(" · ")}chosen(){let e=this.app.state.following;if(ee("card-body").hidden=e<=0,e<=0){this.asked=[],this.app.charts.chosen();return}ee("body-name").textContent=this.app.scene.about.bodies[e].name||"body "+e,ee("body-numbers").replaceChildren(),this.asked=U0(this.app,e,()=>this.app.charts.bodyNumbers(e)),this.rows(),this.app.charts.chosen(),this.app.live&&this.app.charts.askBodies()}asked=[];quantities(){return this.app.state.following>0?this.asked:[]}bodyArrived(){this.rows()}rows(){let e=ee("body-numbers"),t=this.app.state.following>0?this.asked:[];e.childElementCount!==t.length&&e.replaceChildren(...t.map(n=>{let i=Ln("button","","number");return i.title="Plot it over time",i.append(Ln("span",n.title.slice(n.group.length+2)),Ln("b"),Ln("small",n.unit)),i.addEventListener("click",()=>this.app.charts.watch(n)),i})),t.forEach((n,i)=>{e.children[i].querySelector("b").textContent=pi(Math.abs(n.now())<oA?0:n.now())})}async iterations(){let e=await this.app.live.text("iterations "+ee("set-solver").value);if(!e)return;let{residuals:t,natural:n,outcome:i,solver:r}=JSON.parse(e),o=ee("iteration-plot");o.hidden=!1,o.scrollIntoView({block:"nearest"});let a=o.getContext("2d"),l=o.width=2*o.clientWidth,c=o.height=2*o.clientHeight,h=[...t,n].filter(v=>v>0),u=Math.log10(Math.max(...h,1e-12)),d=Math.log10(Math.max(Math.min(...h,1),1e-17)),f=getComputedStyle(document.documentElement),p=v=>c-8-(Math.log10(Math.max(v,1e-17))-d)/Math.max(u-d,1)*(c-16);a.clearRect(0,0,l,c),a.strokeStyle=f.getPropertyValue("--good"),a.setLineDash([8,6]),a.beginPath(),a.moveTo(0,p(this.app.info.settings.tolerance)),a.lineTo(l,p(this.app.info.settings.tolerance)),a.stroke(),a.setLineDash([]),a.strokeStyle=f.getPropertyValue("--accent"),a.lineWidth=3,a.beginPath(),t.forEach((v,g)=>a.lineTo(t.length>1?g/(t.length-1)*l:0,p(v))),a.stroke(),a.fillStyle=f.getPropertyValue("--dim"),a.font="20px system-ui, 'DejaVu Sans', sans-serif",a.fillText(pi(10**u),4,22),a.fillText(pi(10**d),4,c-6),ee("iteration-words").textContent=`${r}: ${i} in ${t.length} iterations from zero, residual ${n.toExponential(1)}`}download(e,t){let n=Ln("a");n.href=URL.createObjectURL(t),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}get name(){return this.app.scene.about.title.replace(/[^\w.-]+/g,"_")}async screenshot(){this.app.draw();let e=await new Promise(t=>ee("view").toBlob(t,"image/png"));e&&this.download(this.name+".png",e)}video(){if(this.recorder){this.recorder.stop();return}let e=ee("view").captureStream(60),t=[],n=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"].find(r=>MediaRecorder.isTypeSupported(r));if(!n){this.app.say("This browser records no WebM.",!0);return}let i=this.recorder=new MediaRecorder(e,{mimeType:n,videoBitsPerSecond:8e6});i.ondataavailable=r=>{t.push(r.data)},i.onstop=()=>{this.recorder=null,ee("video").classList.remove("on"),this.download(this.name+".webm",new Blob(t,{type:"video/webm"}))},i.start(1e3),ee("video").classList.add("on")}async save(e){let t=await this.app.live.file(e);t&&this.download(this.name+"-"+t.name,new Blob([t.bytes]))}async drop(e){let{app:t}=this,n=e.find(o=>/\.(xml|mjcf|urdf|svg)$/i.test(o.name)),i=e.reduce((o,a)=>o+a.size,0);if(e.length===0)return;if(!t.live){for(let o of e.filter(a=>/\.html$/i.test(a.name)))await this.another(o);e.some(o=>/\.html$/i.test(o.name))||t.say("This page replays a recording: another page of that kind (.html) can be dropped on it, and is plotted beside it. Scenes open in a live page.",!0);return}if(t.live.source.kind!=="wasm"){t.say("Files of this machine are opened by the tool: holdfast view FILE.",!0);return}if(!n){t.say(`${e[0].name} is no scene: MJCF (.xml), URDF (.urdf) and drawings (.svg) are.`,!0);return}if(i>dv){t.say(`${(i/2**20).toFixed(0)} MB are too much for a page (${dv>>20} MB); run holdfast view ${n.name}.`,!0);return}let r=o=>"/files/"+(o===n?o.name.replace(/\s/g,"_"):o.name);try{for(let o of e)t.live.source.write(r(o),new Uint8Array(await o.arrayBuffer()))}catch(o){t.say(`What was dropped cannot be read: ${o.message}`,!0);return}await t.open(r(n))&&t.say(n.name+" is open.",!1)}async another(e){try{let t=await e.text(),n=new DOMParser().parseFromString(t,"text/html");this.app.charts.add(e.name.replace(/\.html$/i,""),mf(JSON.parse(n.getElementById("about").textContent),n.getElementById("data").textContent)),this.app.say(`${e.name} is plotted beside this run.`,!1)}catch{this.app.say(`${e.name} is no page of a recording.`,!0)}}async scenes(){let{app:e}=this,t=ee("scene-cards"),n=ee("scene-list"),i=ee("scene-search");if(e.live){if(!this.list){let r=await e.live.text("scenes");if(!r)return;this.list=JSON.parse(r);let o=JSON.parse(ee("about").textContent).thumbs,a=h=>Xh.findIndex(u=>u.scenes.split(" ").includes(h)),l=h=>(a(h.name)+Xh.length+1)%(Xh.length+1),c=-1;for(let h of[...this.list].sort((u,d)=>l(u)-l(d))){l(h)!==c&&(c=l(h),t.append(Ln("h3",Xh[c]?.title??"More")));let u=Ln("button","","scene"),d=Ln("img");d.alt="",d.loading="lazy",o?d.src=`${o}/${h.name}.webp`:e.live.source.kind==="socket"?this.thumbs.of(h.name,d):d.hidden=!0,u.append(d),u.append(Ln("b",h.name),Ln("span",h.summary)),u.addEventListener("click",()=>{n.close(),e.open(h.name).then(f=>{f&&e.play(!0)})}),t.append(u)}i.addEventListener("input",()=>this.sift(i.value)),i.addEventListener("keydown",h=>{h.key==="Enter"&&(h.preventDefault(),[...t.querySelectorAll("button.scene")].find(u=>!u.hidden)?.dispatchEvent(new MouseEvent("click")))})}i.value="",this.sift(""),this.thumbs.begin(),ee("file-row").hidden=e.live.source.kind!=="wasm",n.showModal(),i.focus()}}sift(e){let t=e.toLowerCase().split(/\s+/),n=null;for(let i of ee("scene-cards").children){if(i.tagName==="H3"){n=i,i.hidden=!0;continue}i.hidden=!t.every(r=>i.textContent.toLowerCase().includes(r)),!i.hidden&&n&&(n.hidden=!1)}}};var aA=6,Mf=200,Yh=class{constructor(e){this.app=e;ee("body-search").addEventListener("input",()=>this.show()),ee("card-bodies").addEventListener("toggle",()=>this.show()),ee("all-bodies").addEventListener("click",()=>{e.bodies.hidden.clear(),this.changed()})}app;roots=[];open=new Set;scene(){let{bodies:e}=this.app.scene.about,t=e.map((i,r)=>({body:r,name:i.name||"body "+r,children:[]})),n=[];this.open.clear();for(let i=1;i<t.length;i++)(e[i].parent?t[e[i].parent].children:n).push(t[i]);for(let i of t)i.children=fv(i.children);this.roots=fv(n),this.roots.length===1&&this.roots[0].body>=0&&this.open.add(this.roots[0]),ee("card-bodies").hidden=e.length<2,ee("body-search").value="",this.show()}show(){if(!ee("card-bodies").open||this.app.scene===void 0)return;let e=ee("body-search").value.toLowerCase().trim(),t=ee("body-tree");if(ee("all-bodies").hidden=this.app.bodies.hidden.size===0,e===""){t.replaceChildren(...this.rows(this.roots,0));return}let n=[],i=r=>{r.body>=0&&r.name.toLowerCase().includes(e)&&n.push(r),r.children.forEach(i)};this.roots.forEach(i),t.replaceChildren(...this.rows(n.map(r=>({...r,children:[]})),0))}rows(e,t){let n=e.slice(0,Mf).flatMap(i=>[this.row(i,t),...this.open.has(i)?this.rows(i.children,t+1):[]]);if(e.length>Mf){let i=document.createElement("p");i.className="dim",i.textContent=`and ${e.length-Mf} more: search for them`,n.push(i)}return n}row(e,t){let n=document.createElement("div"),{app:i}=this,r=pv(e),o=r.some(h=>!i.bodies.hidden.has(h)),a=(h,u,d,f)=>{let p=document.createElement("button");return p.textContent=h,p.className=u,p.title=d,p.addEventListener("click",f),n.append(p),p};if(n.className="branch",n.style.paddingLeft=12*t+"px",e.children.length>0){let h=a(this.open.has(e)?"▾":"▸","fold","Shows what is below it",()=>{this.open.delete(e)||this.open.add(e),this.show()});h.setAttribute("aria-expanded",String(this.open.has(e))),h.setAttribute("aria-label","what is below "+e.name)}else n.append(Object.assign(document.createElement("span"),{className:"fold"}));a(e.body>=0?e.name:`${e.name} (${r.length})`,"name",e.body>=0?"Chooses it":"Shows what is in it",()=>{e.body>=0?i.follow(i.state.following===e.body?0:e.body):this.open.delete(e)||this.open.add(e),this.show()}).classList.toggle("on",e.body>=0&&e.body===i.state.following);let c=a(o?"●":"○","eye",o?"Hides it":"Shows it",()=>{for(let h of r)o?i.bodies.hidden.add(h):i.bodies.hidden.delete(h);this.changed()});return c.setAttribute("aria-label",(o?"hide ":"show ")+e.name),c.setAttribute("aria-pressed",String(o)),n}changed(){this.app.replace(),this.show()}};function pv(s){return[...s.body>=0?[s.body]:[],...s.children.flatMap(pv)]}function fv(s){let e=n=>n.name.replace(/[\s_.\-[(]*\d+[\])]*$/,""),t=new Map;for(let n of s)t.set(e(n),[...t.get(e(n))??[],n]);return[...t].flatMap(([n,i])=>i.length<aA?i:[{body:-1,name:n||"bodies",children:i}])}var wf=s=>s.toExponential(),mv=13,gv="holdfast",lA=100,$h=class{stage;scene;bodies;fibres=null;contacts;marks;camera;bounds;live=null;info=null;panels;margins;charts=new Sh(this);tree;hint=new kh;hand=new Bh(this);state={ready:!1,frame:0,frames:0,time:0,playing:!1,speed:1,loop:!0,following:0,theme:"dark",drawn:0,forceScale:0,about:null,show:{points:!0,normal:!0,friction:!0,moments:!0,cones:!1,shadows:!0,glass:!1,frames:!1,inertia:!1,joints:!1,collisions:!1}};hushed=[];stale=!0;last=0;digits=3;canvas=ee("view");constructor(){this.stage=new Uh(this.canvas),this.state.theme=window.matchMedia?.("(prefers-color-scheme: light)").matches?"light":"dark",this.recall(),this.panels=new qh(this),this.margins=new Gh(this),this.tree=new Yh(this),Y0(this),this.fold()}remember(){let e={...this.state.show};for(let t of this.hushed)e[t]=!0;try{window.localStorage.setItem(gv,JSON.stringify({theme:this.state.theme,show:e}))}catch{}}recall(){if(!window.location.hash.includes("bare"))try{let e=JSON.parse(window.localStorage.getItem(gv)??"{}"),{show:t}=this.state;(e.theme==="dark"||e.theme==="light")&&(this.state.theme=e.theme);for(let n of Object.keys(t))typeof e.show?.[n]=="boolean"&&(t[n]=e.show[n])}catch{}}redraw=()=>{this.stale=!0};replace(){this.placed="",this.redraw()}get drawing(){return this.bounds?.plane!==null&&this.bounds?.plane!==void 0&&!this.fibres}moment(){if(this.live)return this.live.moment(this.scene);let e=this.scene.time,t=this.state.frame,n=Math.min(t+1,this.scene.frames-1),i=e[n]-e[t];return this.scene.moment(t,i>0?vo((this.state.time-e[t])/i,0,1):0)}show(e,t){this.scene!==void 0&&this.clear(),this.scene=e,this.info=t;let{about:i}=e,r=e.frames-1,o=e.plane()!==null&&e.fibreSegments.length===0,a=this.live?[this.live.moment(e)]:[...new Set(Array.from({length:mv},(f,p)=>Math.floor(r*p/(mv-1))))].map(f=>e.moment(f,0));this.bodies=new rh(e,this.stage,o),this.fibres=e.fibreSegments.length>0?new Dh(e,this.stage):null,this.bounds=this.bodies.bounds(a,this.fibres?this.fibres.bounds(a):null);let l=this.bodies.usual()||(this.fibres?.05*this.bounds.radius:0),c=this.live?0:Ha.strength(Array.from({length:41},(f,p)=>e.moment(Math.floor(r*p/40),0)));this.contacts=new Ha(this.bounds.radius,l,o,c),this.marks=new Hh(e,this.bodies,t,Math.min(1.2*(l||this.bounds.radius),.4*this.bounds.radius),this.bounds.plane),this.stage.scene.add(this.contacts.group,this.marks.group),this.stage.detailed=this.fibres!==null,this.stage.fit(this.bounds.middle,this.bounds.radius,this.drawing),this.camera?this.camera.frame(this.bounds):this.camera=new ah(this.canvas,this.bounds,{take:(f,p)=>{let v=this.hand.take(f,p);return v&&this.hint.did(),v},drag:f=>this.hand.drag(f),release:()=>this.hand.letGo(),pick:(f,p)=>this.pick(f,p),moved:()=>{this.looked=!0,this.follow(0)},left:()=>this.lookThrough(-1)},()=>{this.fluency.touch(performance.now()),this.redraw()}),this.placed="",this.fluency.level=this.stage.software?Fh-1:0,this.looked=!1,this.looking=-1;let h=i.cameras??[];ee("look-through").replaceChildren(new Option("free","-1"),...h.map((f,p)=>new Option(f.name||"camera "+p,String(p)))),ee("cameras-row").hidden=h.length===0;let d=this.state;Object.assign(d,{about:i,frames:e.frames,frame:0,time:this.live?0:e.time[0]??0,following:0}),this.digits=i.timestep<.001?4:3;for(let f of this.hushed)d.show[f]=!0;this.hushed=this.fibres?.crowd?["points","normal","friction","moments"].filter(f=>d.show[f]):[];for(let f of this.hushed)d.show[f]=!1;document.title=ee("title").textContent=i.title.replace(/^.*[\\/]/,""),ee("notice").textContent=i.notice||"",ee("notice").hidden=!i.notice,ee("scrub").max=String(Math.max(e.frames-1,0)),document.body.classList.toggle("live",this.live!==null),document.body.classList.toggle("drawing",this.drawing),this.charts.scene(),this.panels.scene(),this.margins.clear(),this.tree.scene(),this.hint.show(this.live!==null),this.applying(),ee("followers-row").hidden=!this.fibres,this.fibres&&(ee("followers").max=String(Math.max(20,this.fibres.followers())),ee("followers").value=String(this.fibres.followers()));for(let f of Object.keys(Rh))ee("show-"+f).checked=d.show[f];this.subtitle(),this.setTheme(d.theme)}applying(){let{about:e}=this.scene,t=(n,i)=>{ee("show-"+n).parentElement.hidden=!i};t("moments",this.contacts.twisted),t("shadows",!this.drawing),t("collisions",(e.visuals?.length??0)>0||e.shapes.some(n=>n.replaced===!0||(n.group??0)>2)),t("inertia",this.info?.bodies.some((n,i)=>n.mass>0&&e.bodies[i].motion==="free")??!1),t("joints",(this.info?.joints.length??0)>0),t("frames",e.moving.length>0),ee("card-hand").hidden=e.free===0&&!this.fibres}clear(){this.bodies.dispose(),this.fibres?.dispose(),this.contacts.dispose(),this.marks.dispose(),this.stage.scene.remove(this.contacts.group,this.marks.group),this.stage.clear(),this.charts.log.clear()}async start(e,t){let n=new zh(e);this.live=n,n.onError=i=>{this.play(!1),this.say(i,!0)},n.onFrame=()=>this.arrived(),e.onLost=()=>{this.play(!1),this.say("The connection to holdfast view has gone. The page looks for it; start it again with the same --port and --token.",!0,!0)},e.onFound=()=>{this.open(null).then(()=>this.say("Connected again: the scene begins anew.",!1))},await this.open(t)}async open(e){let t=this.state.playing,n=window.setTimeout(()=>this.say(`${e||"The scene"} is being opened.`,!1,!0),700);this.play(!1);try{let i=this.live.frame,r=await this.live.open(e).catch(o=>{throw this.live.frame=i,o});this.charts.log.clear(),this.show(r.scene,r.info),this.quiet(),this.arrived()}catch(i){return this.say(i.message,!0),!1}finally{window.clearTimeout(n),this.live.between=!1}return t&&this.play(!0),this.redraw(),!0}arrived(){let e=this.live?.frame;if(!(!e||!this.scene||e.positions.length!==3*this.scene.rows)){if(this.state.time=e.time,this.charts.frame(e,e.quality>0||!this.state.playing),e.quality>0){let n=!(e.quality===1&&this.hand.grip!==null)&&this.state.playing;n&&this.play(!1);let i=e.quality===1?`is approximate: its residual is ${e.residual.toExponential(1)}, the tolerance ${e.tolerance.toExponential(1)}`:`failed (residual ${e.residual.toExponential(1)}); the state is as before it`;this.say(`Step ${e.step} ${i}.${n?" Paused.":""}`,!0)}this.news=!0,(!this.live.resting||this.hand.grip)&&this.redraw()}}news=!1;frameAt(e){let t=this.scene.time,n=0,i=this.scene.frames-1;for(;n<i;){let r=n+i+1>>1;t[r]<=e+1e-12?n=r:i=r-1}return n}get begin(){return this.scene.time[0]??0}get end(){return this.scene.frames>0?this.scene.time[this.scene.frames-1]:0}seek(e){if(this.live){let t=this.info.settings.timestep,n=Math.round((this.state.time-e)/t);n>0&&this.back(n);return}this.state.time=vo(e,this.begin,this.end),this.state.frame=this.frameAt(this.state.time),this.redraw()}seekFrame(e){this.live||(this.state.frame=vo(Math.round(e),0,this.scene.frames-1),this.state.time=this.scene.time[this.state.frame],this.redraw())}play(e){let t=this.state;t.playing=e&&(this.live!==null||t.frames>1),t.playing&&!this.live&&t.time>=this.end&&this.seek(this.begin),t.playing&&this.quiet(),this.live?.halt(),t.playing||this.live?.rest(),ee("play").classList.toggle("playing",t.playing),ee("play").setAttribute("aria-label",t.playing?"Pause":"Play"),this.redraw()}forth(e){return this.play(!1),this.live?this.live.command("step "+e):(this.seekFrame(this.state.frame+e),Promise.resolve(!0))}back(e){return this.play(!1),this.live?this.live.command("back "+e):(this.seekFrame(this.state.frame-e),Promise.resolve(!0))}restart(){if(!this.live){this.seekFrame(0);return}this.charts.again(),this.quiet(),this.live.command("reset")}setSpeed(e){this.state.speed=e,ee("speed").value=String(e)}follow(e){this.state.following!==e&&(this.state.following=e,this.bodies.choose(e),this.panels.chosen(),this.tree.show(),this.subtitle(),this.redraw())}pick(e,t){let n=this.bodies.pick(e);if(n&&this.hand.wantsPush(t)){this.hand.push(n.body,n.point,e.ray.direction);return}if(this.state.show.points&&this.margins.pick(t.clientX,t.clientY)){this.hint.did();return}this.follow(n?n.body:0)}lookAnew(){this.follow(0),this.looked=!1,this.camera.reset()}lookThrough(e){e!==this.looking&&(this.looking=e,ee("look-through").value=String(e),this.redraw())}looking=-1;nextCamera(e){let t=(this.scene.about.cameras??[]).length;t>0&&this.lookThrough((this.looking+1+e+t+1)%(t+1)-1)}certified(){let{about:e}=this.scene,t=e.quality,n=[];return this.live?`certified at ${wf(this.info.settings.tolerance)}`:(t.exact.count===e.steps?n.push(`every step certified at ${wf(e.tolerance)}`):(n.push(`${t.exact.count} of ${e.steps} steps certified at ${wf(e.tolerance)}`),t.approximate.count>0&&n.push(`${t.approximate.count} approximate, at worst ${t.approximate.worst[0].toExponential(1)}`),t.failed.count>0&&n.push(`${t.failed.count} failed, at worst ${t.failed.worst[0].toExponential(1)}`)),t.cut.count>0&&n.push(`${t.cut.count} cut`),n.join(", "))}subtitle(){let{about:e}=this.scene,t=this.fibres,n=t?[`${t.count} ${t.count===1?"fibre":"fibres"}`+(t.strands()>t.count?` drawn as ${t.strands()} strands`:"")]:[];(!t||e.free>0)&&n.push(`${e.free} moving ${e.free===1?"body":"bodies"}`);let i=this.info?.settings??e;n.push(`step ${+(1e3*i.timestep).toPrecision(4)} ms`,`solver ${i.solver}`,this.certified()),this.state.following>0&&n.push(`following ${e.bodies[this.state.following].name||"body "+this.state.following}`),ee("subtitle").textContent=n.join(" · ").replace(/e-/g,"e-⁠")}say(e,t,n=!1){let i=ee("message");i.textContent=e,i.classList.toggle("bad",t),i.hidden=!1,window.clearTimeout(this.saying),!t&&!n&&(this.saying=window.setTimeout(()=>this.quiet(),4e3))}saying=0;quiet(){ee("message").hidden=!0}measure(){let e=u=>ee(u).getBoundingClientRect(),{clientWidth:t,clientHeight:n}=this.canvas,i=e("head"),r=e("bar"),o=e("panel"),a=e("hint"),l=t,c=r.height>0?r.top:n;o.height>0&&(o.width>.7*t?c=Math.min(c,o.top):l=o.left),a.height>0&&(c=Math.min(c,a.top));let h=Math.min(i.bottom,.3*c);this.free={left:0,top:h,right:l,bottom:c}}free={left:0,top:0,right:1,bottom:1};resize(){this.measure();let e=Math.min(window.devicePixelRatio||1,2);this.stage.resize(Math.max(1,this.canvas.clientWidth),Math.max(1,this.canvas.clientHeight),e),this.charts.render();let t=this.scene.arrays;this.live?ee("marks").hidden=!0:R0(t.mark,t.stepTime,this.begin,this.end,ee("marks")),this.redraw()}setTheme(e){this.state.theme=e,document.documentElement.classList.toggle("light",e==="light"),this.bodies.ink(Ya[e].ink),this.charts.colours(),this.stage.theme(Ya[e],this.state.show.shadows&&!this.state.show.glass),this.setLevel(this.fluency.now)}drift(e){let{moving:t}=this.scene.about,n=Math.max(1,Math.floor(t.length/200)),i=[[],[],[]];for(let a=0;a<t.length;a+=n)e.pose(t[a],this.place,this.turn),this.place.forEach((l,c)=>i[c].push(l));let r=new U(...i.map(a=>a.sort((l,c)=>l-c)[a.length>>1])).sub(this.bounds.middle),o=r.length()-.75*this.bounds.radius;this.camera.target.copy(this.bounds.middle),o>0&&Number.isFinite(o)&&this.camera.target.addScaledVector(r,o/r.length()),this.stage.shine(this.camera.target,this.bounds.radius)}looked=!1;placed="";place=[0,0,0];turn=[1,0,0,0];draw(){let e=this.state,t=this.moment(),n=this.canvas.clientWidth,i=this.canvas.clientHeight,r=Ya[e.theme];t.key!==this.placed&&(this.placed=t.key,this.bodies.place(t),this.stage.moved()),e.following>0?(t.pose(e.following,this.place,this.turn),!this.hand.grip&&!this.live&&this.camera.target.fromArray(this.place)):!this.looked&&this.scene.about.moving.length>0&&this.drift(t),this.live&&e.following>0&&!this.hand.grip&&!this.looked&&this.drift(t),this.camera.through=hv(this.scene,this.bodies,this.looking,t),this.camera.update(n,i,this.free),this.contacts.read(t),this.margins.hover(),this.contacts.place(t,e.show,e.forceScale,this.camera.view.position),this.marks.place(t,e.show);let o=this.hand.grip,a=ee("pull");if(this.marks.pull(o?this.hand.where():null,o?o.target:new U,this.camera.view.position),a.hidden=o===null||o.stiffness===0,o){let l=o.target.clone().project(this.camera.view);a.textContent=`${pi(this.hand.force())} N`,a.style.transform=`translate(${(l.x+1)/2*n+14}px, ${(1-l.y)/2*i-30}px)`}this.fibres&&(this.fibres.place(t),this.fibres.light(r,this.stage.sun,this.bounds.radius,2*Math.tan(this.camera.view.fov*Math.PI/360)/(i*this.stage.renderer.getPixelRatio()),this.stage.sun.castShadow)),this.stage.draw(this.camera.view),this.words(performance.now()),e.drawn++}words(e){let t=this.state;if(!(t.playing&&this.live&&e-this.worded<lA)){this.worded=e,this.news&&this.live?.frame&&(this.news=!1,this.panels.frame()),this.charts.draw(t.time),!this.live&&t.following>0&&this.panels.rows(),this.contacts.twisted&&(ee("show-moments").parentElement.hidden=!1),this.margins.show(),ee("scrub").value=String(t.frame),ee("clock").textContent=this.live?`${t.time.toFixed(this.digits)} s`:`${t.time.toFixed(this.digits)} / ${this.end.toFixed(this.digits)} s`;for(let n of["stick","slip","open"])ee("count-"+n).textContent=String(this.contacts.counts[n])}}worded=0;tick=e=>{window.requestAnimationFrame(this.tick);let t=this.state,n=this.last>0?Math.min((e-this.last)/1e3,.1):0;if(this.last=e,t.playing&&this.live)this.live.tick(e,t.speed,t.show.points||t.show.normal||t.show.friction||t.show.moments||t.show.cones);else if(t.playing){let a=t.time+n*t.speed;a>=this.end&&(t.loop?a=this.begin:(a=this.end,this.play(!1))),this.seek(a)}let i=this.stale&&!this.live?.between,r=(this.live?.resting??!1)&&!this.hand.grip,o=t.playing&&!r||(this.live?.walking??0)>0;if(this.fluency.adapt(e,i?e-this.pictured:0,this.stage.took,o),!i){r&&t.playing&&this.words(e);return}this.stale=!1,this.pictured=e,this.draw()};pictured=0;setLevel(e){this.stage.quality(e),this.bodies.plain(e>=Fh),this.fibres?.coarse(e>=Fh),this.resize()}fluency=new Oh(e=>this.setLevel(e));toggle(e,t){this.state.show[e]=t,ee("show-"+e).checked=t,e==="glass"&&this.bodies.glass(t),e==="collisions"&&(this.bodies.collisions=t),this.placed="",(e==="glass"||e==="shadows")&&this.stage.theme(Ya[this.state.theme],this.state.show.shadows&&!this.state.show.glass),this.redraw()}setLoop(e){this.state.loop=e,ee("loop").classList.toggle("on",e)}fold(){this.unfolded||document.body.classList.toggle("narrow",Qm()||window.location.hash.includes("bare"))}unfolded=!1;togglePanel(){this.unfolded=!0,document.body.classList.toggle("narrow"),this.resize()}};var Za=class extends Error{},Io=class extends Error{},Ye=(s,e)=>{if(!s)throw new Za(typeof e=="string"?e:e())},mi=s=>s.toPrecision(3),$t=[0,0,0],gn=(s,e)=>s[0]*e[0]+s[1]*e[1]+s[2]*e[2],Ai=(s,e)=>[s[0]+e[0],s[1]+e[1],s[2]+e[2]],Si=(s,e)=>[s[0]-e[0],s[1]-e[1],s[2]-e[2]],Nn=(s,e)=>[s*e[0],s*e[1],s*e[2]],Dn=(s,e,t)=>[s[0]+e*t[0],s[1]+e*t[1],s[2]+e*t[2]],st=s=>Math.sqrt(s[0]*s[0]+s[1]*s[1]+s[2]*s[2]),Ei=s=>Math.sqrt(s.reduce((e,t)=>e+t*t,0)),Es=(s,e)=>[s[1]*e[2]-s[2]*e[1],s[2]*e[0]-s[0]*e[2],s[0]*e[1]-s[1]*e[0]],Lo=(s,e)=>[s[0]*e[0]-s[1]*e[1]-s[2]*e[2]-s[3]*e[3],s[0]*e[1]+s[1]*e[0]+s[2]*e[3]-s[3]*e[2],s[0]*e[2]-s[1]*e[3]+s[2]*e[0]+s[3]*e[1],s[0]*e[3]+s[1]*e[2]-s[2]*e[1]+s[3]*e[0]],er=s=>[s[0],-s[1],-s[2],-s[3]],vv=s=>{let e=Ei(s);return s.map(t=>t/e)},cA=s=>[+(s===0),+(s===1),+(s===2)];function Cr(s,e){let t=s.slice(1,4),n=Nn(2,Es(t,e));return Ai(Dn(e,s[0],n),Es(t,n))}function Zh(s){let e=st(s),t=e<1e-4?.5-e*e/48:Math.sin(.5*e)/e;return[Math.cos(.5*e),t*s[0],t*s[1],t*s[2]]}function hA(s,e){let t=Lo(s,er(e));return 2*Math.atan2(st(t.slice(1)),Math.abs(t[0]))}var _v=s=>{let e=[];for(let t=2;e.length<s;t++)e.every(n=>t%n)&&e.push(t);return e},bv=s=>Math.floor((s-Math.floor(s))*2**32)|0,uA=_v(64).map(s=>bv(Math.cbrt(s))),dA=_v(8).map(s=>bv(Math.sqrt(s)));function yv(s){let e=s.reduce((c,h)=>c+h.length,0),t=new Uint8Array((Math.floor((e+8)/64)+1)*64),n=Int32Array.from(dA),i=new Int32Array(64),r=0;for(let c of s)t.set(c,r),r+=c.length;t[e]=128;let o=new DataView(t.buffer);o.setUint32(t.length-8,Math.floor(e/2**29)),o.setUint32(t.length-4,e<<3>>>0);let a=(c,h)=>c>>>h|c<<32-h;for(let c=0;c<t.length;c+=64){for(let x=0;x<16;x++)i[x]=o.getInt32(c+4*x);for(let x=16;x<64;x++){let T=i[x-15],b=i[x-2];i[x]=i[x-16]+(a(T,7)^a(T,18)^T>>>3)+i[x-7]+(a(b,17)^a(b,19)^b>>>10)|0}let[h,u,d,f,p,v,g,m]=n;for(let x=0;x<64;x++){let T=m+(a(p,6)^a(p,11)^a(p,25))+(p&v^~p&g)+uA[x]+i[x]|0,b=(a(h,2)^a(h,13)^a(h,22))+(h&u^h&d^u&d)|0;m=g,g=v,v=p,p=f+T|0,f=d,d=u,u=h,h=T+b|0}[h,u,d,f,p,v,g,m].forEach((x,T)=>{n[T]+=x})}let l=new DataView(new ArrayBuffer(32));return n.forEach((c,h)=>l.setInt32(4*h,c)),new Uint8Array(l.buffer)}async function fA(s){try{return new Uint8Array(await new Response(new Blob([s]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer())}catch{throw new Za("a chunk is packed badly")}}var Ef=class{constructor(e){this.raw=e;this.view=new DataView(e.buffer,e.byteOffset,e.length)}raw;view;at=0;need(e){return Ye(e<=this.raw.length-this.at,"a record is cut off"),this.at+=e,this.at-e}byte(){return this.raw[this.need(1)]}word(){return this.view.getUint32(this.need(4),!0)}number(){let e=this.view.getFloat64(this.need(8),!0);return Ye(Number.isFinite(e),"a number is not finite"),e}numbers(e){return Ye(8*e<=this.raw.length-this.at,"a record is cut off"),Array.from({length:e},()=>this.number())}};function Sf(s,e,t){let n=Cr(er(e),t);return Cr(e,[s[0]*n[0],s[1]*n[1],s[2]*n[2]])}function Af(s,e,t,n,i){let r=Zh(Nn(i[s]*e*t,cA(s)));return[Lo(n,r),Cr(er(r),i)]}function pA(s,e,t,n){let i=n.map(u=>u*u),r=s.indexOf(Math.min(...s)),o=s.indexOf(Math.max(...s)),a=3-r-o;for(let[u,d]of[[r,o],[a,o],[r,a]]){if(s[u]===s[d])continue;let f=Math.min(i[u],Math.max(-i[d],(e-gn(s,i))/(s[d]-s[u])));i[u]-=f,i[d]+=f}let l=i.map((u,d)=>Math.sqrt(Math.max(0,u))*(n[d]<0||Object.is(n[d],-0)?-1:1)),c=Es(n,l),h=st(c);return h>0?Lo(t,Zh(Nn(-Math.atan2(h,gn(n,l))/h,c))):t}function xv(s,e,t,n){if(st(t)===0)return e;if(s.motion!=="free")return vv(Lo(Zh(Nn(n,t)),e));let i=s.inverse,r=Cr(er(e),t),o=r.map((c,h)=>c*i[h]),a=gn(r,o),l=n*st(o);return[e,r]=Af(1,i[1]-i[0],.5*n,e,r),e=Lo(e,Zh(Nn(i[0]*n,r))),[e,r]=Af(2,i[2]-i[0],n,e,r),[e,r]=Af(1,i[1]-i[0],.5*n,e,r),l>1.5&&Math.abs(i[1]-i[0])>1e-12*i[0]&&(e=pA(i,a,e,r)),vv(e)}function mA(s){try{let e=JSON.parse(new TextDecoder().decode(s));if(e.format!=="holdfast proof"||e.version!==2)throw new Error("another version");e.moving=[],e.pairOf=new Map(e.pairs.map(t=>[t.shapes.join(),t])),e.partOf=new Map,e.dofs=0,e.hullOf=new Map(e.hulls.map(t=>[t.mesh,t.planes])),e.bodies.forEach((t,n)=>{if(t.motion!=="static"&&e.moving.push(n),!["static","prescribed","free","planar","particle","part"].includes(t.motion))throw new Error("a body of no kind");if(["free","planar","particle"].includes(t.motion)){if(!(t.mass>0&&t.inertia.every(i=>i>0)))throw new Error("a body without mass");if(t.inverse=t.inertia.map(i=>1/i),t.motion==="planar"&&(t.along=[t.axes.slice(0,3),t.axes.slice(3,6)],t.about=[Nn(1/st(t.normal),t.normal)]),t.motion==="particle"){t.along=[];for(let i=0;i<t.directions.length;i+=3)t.along.push(t.directions.slice(i,i+3));t.about=[]}}});for(let t of e.shapes)if(!e.bodies[t.body])throw new Error("a shape of no body");return e.systems.forEach((t,n)=>{if(t.mass.length!==t.count||t.weight.length!==3*t.count||!t.parts.length)throw new Error("a system without masses");for(let i of t.parts){if(!i.dofs.every(r=>r>=0&&r<t.count))throw new Error("a part that no velocity moves");e.partOf.set(i.body,[n,i.dofs])}e.dofs=Math.max(e.dofs,t.dof+t.count)}),e.bodies.forEach((t,n)=>{if(t.dof!==void 0&&(e.dofs=Math.max(e.dofs,t.dof+6)),t.motion==="part"!==e.partOf.has(n))throw new Error("a part of no system")}),e}catch(e){throw new Za("the model cannot be read: "+e.message)}}function gA(s,e,t){let n=s.shapes[e],i=s.shapes[t];n.priority!==i.priority&&(n=i=n.priority>i.priority?n:i);let r=s.pairOf.get([Math.min(e,t),Math.max(e,t)].join()),o=Math.max(n.friction,i.friction),a=Math.max(n.rolling,i.rolling),l=r?r.condim:Math.max(n.condim,i.condim),c=r?[...r.tangent,r.torsion,...r.rolling]:[o,o,Math.max(n.torsion,i.torsion),a,a];return l===1&&(c=[0,0,0,0,0]),s.coefficient>=0&&(c=[s.coefficient,s.coefficient,...c.slice(2)]),{condim:l,mu:c,e:Math.max(n.restitution,i.restitution)}}function vA(s,e,t,n,i){let r=e===2?[[[1],[t.mu[0]]]]:e>=3?[[[1,2],t.mu.slice(0,2)]]:[];e>=4&&r.push([[3],[t.mu[2]]]),e>=6&&r.push([[4,5],t.mu.slice(3,5)]);let o=Math.max(0,-n[0]),a=Math.abs(n[0]*i[0]),l=0;return r.forEach(([c,h],u)=>{let d=c.map(m=>n[m]),f=c.map(m=>i[m]),p=Math.max(...h),v=Ei(f.map((m,x)=>m*h[x])),g=Ei(d.map((m,x)=>h[x]===0?m:m*p/h[x]))-p*n[0];if(s.friction!=="cone"&&u===0&&c.length===2){let m=s.sides,x=s.friction==="outer-pyramid",T=Math.PI/m,b=Array.from({length:m},(C,A)=>s.direction+2*T*A);v=h[0]*(x?1/Math.cos(T):1)*Math.max(...b.map(C=>-f[0]*Math.cos(C)-f[1]*Math.sin(C))),g=Math.max(...b.map(C=>d[0]*Math.cos(C+T)+d[1]*Math.sin(C+T)))/(x?1:Math.cos(T))-h[0]*n[0]}o=Math.max(o,g),a+=n[0]*v+d.reduce((m,x,T)=>m+x*f[T],0),l+=h.reduce((m,x)=>m+x,0)}),[Math.max(0,-i[0]),o,Math.abs(a),l]}function yA(s,e,t,n){let i=e.size;if(e.kind==="sphere")return st(t)-i[0];if(e.kind==="capsule")return st([t[0],t[1],t[2]-Math.max(-i[1],Math.min(i[1],t[2]))])-i[0];if(e.kind==="box")return Math.max(...[0,1,2].map(l=>Math.abs(t[l])-i[l]));if(e.kind==="plane")return t[2];if(e.kind==="cylinder")return Math.max(Math.sqrt(t[0]*t[0]+t[1]*t[1])-i[0],Math.abs(t[2])-i[1]);let r=e.kind==="hull"?s.hullOf.get(e.mesh):void 0;if(!r||!r.length)return null;let o=-1,a=-1/0;for(let l=0;l<r.length;l+=4){let c=r.slice(l,l+3),h=gn(c,t)-r[l+3];gn(c,n)>.7&&(o=Math.max(o,h)),a=Math.max(a,h)}return o>0?o:Math.min(0,a)}var Tf=class{model=null;state=[];v=null;steps=0;time=null;still=!1;worst={};note(e,t){t>(this.worst[e]??0)&&(this.worst[e]=t)}seeModel(e){let t=mA(e);Ye(!this.model||t.moving.join()===this.model.moving.join()&&t.dofs===this.model.dofs,"another model takes the place of this one"),this.model||(this.state=t.bodies.map(()=>null)),this.model=t,t.bodies.forEach((n,i)=>{n.motion==="static"&&(this.state[i]={x:n.x,q:n.q,v:$t,L:$t})})}takeState(e){let t=e.numbers(13);return Ye(Math.abs(Ei(t.slice(3,7))-1)<1e-9,"an orientation is no rotation"),{x:t.slice(0,3),q:t.slice(3,7),v:t.slice(7,10),L:t.slice(10,13)}}seeStep(e){let t=e.word(),n=e.byte(),i=e.byte(),r=e.byte(),o=e.byte(),[a,l,c]=e.numbers(3),h=e.word();if(Ye(t===this.steps+1,()=>`step ${t} stands where step ${this.steps+1} should be`),this.steps=t,Ye(n<=2&&i<=2&&r<=1&&o===0,"a step of no kind"),Ye(this.time===null||this.time===a,"it begins at another time than the last one ended"),this.time=l,r){Ye(n===0,"a state that is given to no step");for(let d of this.model.moving)this.state[d]=this.takeState(e);this.v=this.model.systems.map(d=>e.numbers(d.count))}if(n===1){Ye(h===0&&this.still,"it repeats a step that changed something");return}if(n===2){Ye(h===0&&a===l,"it was not made, and came to something");return}Ye(h>0,"a step without a piece");let u=0;this.still=h===1&&i===0;for(let d=0;d<h;d++){let f=e.word(),p=e.at+f,v=new Cf(this,e,i,c);Ye(e.at===p,"a piece is not as long as it says"),v.verify(),u+=v.h,this.still=this.still&&this.model.moving.every(g=>v.flags.get(g)&1)&&v.moves.every(g=>g.rests)}Ye(Math.abs(u-(l-a))<=1e-9*Math.abs(l-a)+1e-15*Math.abs(l),"its pieces do not fill the step")}},Cf=class s{constructor(e,t,n,i){this.run=e;let r=this.m=e.model;[this.h,this.natural,this.unit]=t.numbers(4),Ye(this.h>0&&this.unit>0&&this.natural>=0,"a piece makes no sense"),Ye(n>0||this.natural<=i,"an answer is called exact that is none"),Ye(n>1||this.natural<=Math.max(r.accept,i),"an answer is called approximate that is none");let o=t.word(),a=t.word(),l=t.word();this.start=e.state.slice(),this.end=e.state.slice();for(let c of r.moving)this.takeBody(t,c);for(let c=0;c<o;c++){let h=t.word();Ye(this.flags.has(h),"a force on no body"),this.force.set(h,[t.numbers(3),t.numbers(3)])}for(let c=0;c<a;c++)this.contacts.push(this.takeContact(t));for(let c=0;c<l;c++){let h=t.word(),u=t.word(),d=t.number(),f=[];Ye(u<=1&&d>0,"a round of no kind");for(let p=0;p<h;p++){let v=this.contacts[t.word()];Ye(!!v,"an impact at no contact"),f.push([v,t.numbers(v.rows)])}this.rounds.push({mixed:u,scale:d,hits:f})}if(r.mechanisms){r.systems.forEach((c,h)=>this.moves.push(this.takeSystem(t,c,h)));for(let c=t.word();c>0;c--)this.blocks.push(this.takeBlock(t))}}run;h;natural;unit;m;start;end;struck=new Map;flags=new Map;ends=new Map;middle=new Map;force=new Map;contacts=[];rounds=[];moves=[];blocks=[];before=new Map;free=new Map;places=new Map;sums=[];sizes=[];table={free:[],struck:[]};takeBody(e,t){let n=e.byte();Ye(n<32,"a body with unknown flags"),this.flags.set(t,n),n&1||(this.end[t]=this.run.takeState(e)),Ye(!!this.end[t]&&!!this.start[t],"a body begins nowhere"),this.struck.set(t,n&16?[e.numbers(3),e.numbers(3)]:[this.end[t].v,this.end[t].L]);let i=this.m.bodies[t].motion==="prescribed",r=this.m.partOf.get(t);i&&this.ends.set(t,[[e.numbers(3),e.numbers(3)],[e.numbers(3),e.numbers(3)]]),!(!(i&&n&4)&&!(r&&this.m.systems[r[0]].fields))&&(this.middle.set(t,e.numbers(7)),Ye(Math.abs(Ei(this.middle.get(t).slice(3))-1)<1e-9,"an orientation is no rotation"))}takeContact(e){let t=this.m,n=e.word(),i=e.word(),r=e.byte(),o=e.byte(),a=e.byte()+e.byte();Ye(!!t.shapes[n]&&!!t.shapes[i]&&[1,2,3,4,6].includes(r)&&o<64&&a===0,"a contact of no kind");let l=e.numbers(3),c=e.numbers(3),h=e.numbers(3),u=e.number(),d=e.number(),f=e.numbers(r);Ye(Math.abs(st(c)-1)<1e-9&&Math.abs(st(h)-1)<1e-9&&Math.abs(gn(c,h))<1e-9,"a contact without frame");let p=o&4?e.numbers(3):$t,v=o&8?e.numbers(3):l,g=o&1?e.numbers(3):c,m=o&32?e.numbers(r):$t,x=o&32?this.readRows(e,r):null,T=gA(t,n,i),b=[t.shapes[n].body,t.shapes[i].body];return Ye(r<=Math.max(T.condim,1)&&b[0]!==b[1],"a contact with rows too many"),Ye(r>1||T.condim===1||Math.max(T.mu[0],T.mu[1])===0,"a contact whose friction was left out"),{shapes:[n,i],bodies:b,rows:r,flags:o,point:l,axes:[c,h,Es(c,h)],gap:u,shift:d,r:f,surface:p,origin:v,normal:g,law:T,drift:m,H:x}}readRows(e,t){let n=this.takeIndices(e,e.word(),this.m.dofs);return{dofs:n,H:Array.from({length:t},()=>e.numbers(n.length))}}takeIndices(e,t,n){Ye(4*t<=e.raw.length-e.at,"a record is cut off");let i=Array.from({length:t},()=>e.word());return Ye(i.every(r=>r<n),"a row over a velocity that there is not"),i}takeSystem(e,t,n){let i=e.byte(),r=t.count,o=this.run.v?.[n];Ye(i<=1&&!!o,"a system begins nowhere");let a=i?o:e.numbers(r),l=e.numbers(r),c=e.numbers(r),h=e.numbers(r),u=t.fields?e.numbers(6*r):null,d=e.word(),f=this.takeIndices(e,d,r),p=this.takeIndices(e,d,r),v=e.numbers(d);return Ye(f.every((g,m)=>p[m]<=g),"a matrix of other velocities"),{system:t,rests:i,v:o,end:a,free:l,struck:c,force:h,fields:u,row:f,column:p,value:v}}takeBlock(e){let t=e.byte(),n=e.byte();Ye(t<3&&n>=1&&n<=6,"a row of no kind");let i=e.number(),r=e.number(),[o,a]=t===0?[0,1/0]:t===1?[-1/0,1/0]:e.numbers(2);return Ye(i>0&&r>=0&&o<=a,"a row without scale"),{scale:i,compliance:r,low:o,high:a,b:e.numbers(n),r:e.numbers(n),...this.readRows(e,n)}}spin(e,t,n){let i=this.m.bodies[e];return i.motion==="free"?Sf(i.inverse,t,n):n}strike(e,t,n,i,r,o){let a=this.m.bodies[e],l=Nn(o,Ai(Es(n,i),r));if(!a.inverse)return t;let c=Nn(o/a.mass,i);if(a.motion==="free")return[Ai(t[0],c),Ai(t[1],l)];let[h,u]=t;for(let d of a.along)h=Dn(h,gn(d,c),d);for(let d of a.about)u=Dn(u,gn(d,l)/gn(d,Sf(a.inertia,this.start[e].q,d)),d);return[h,u]}static inWorld(e,t){let n=$t,i=$t;return t.forEach((r,o)=>{o<3?n=Dn(n,r,e.axes[o]):i=Dn(i,r,e.axes[o-3])}),[n,i]}at(e){return this.places.get(e)??[this.start[e].x,this.start[e].q]}arm(e,t,n){return n?Si(e.origin,this.start[t].x):Si(e.point,this.at(t)[0])}told(e,t){return!!e.H&&this.m.partOf.has(t)}velocity(e,t){let n=e.surface,i=$t,r=st(e.surface)+1e-300;e.bodies.forEach((l,c)=>{if(this.told(e,l))return;let h=this.twist(l,t),u=this.arm(e,l,t==="start");n=Dn(n,1-2*c,Ai(h[0],Es(h[1],u))),i=Dn(i,1-2*c,h[1]),r+=st(h[0])+st(h[1])*st(u)});let o=[...e.axes.map(l=>gn(l,n)),...e.axes.map(l=>gn(l,i))],a=this.table[t];return e.H&&a&&e.H.H.forEach((l,c)=>{o[c]+=e.drift[c],r+=Math.abs(e.drift[c]),l.forEach((h,u)=>{let d=h*(a[e.H.dofs[u]]??NaN);o[c]+=d,r+=Math.abs(d)})}),[o,n,r]}twist(e,t){let n=this.ends.get(e),i=this.m.partOf.get(e);if(n)return n[t==="start"||t==="before"?0:1];if(!this.flags.has(e))return[$t,$t];if(i)return t==="start"?[this.start[e].v,this.start[e].L]:this.partTwist(e,t==="before"?"v":t);if(t==="start"){let[a,l]=this.before.get(e);return[a,this.spin(e,this.start[e].q,l)]}let[r,o]=(t==="before"?this.before:t==="free"?this.free:this.struck).get(e);return[r,this.spin(e,this.at(e)[1],o)]}field(e,t){return[e.fields.slice(6*t,6*t+3),e.fields.slice(6*t+3,6*t+6)]}partTwist(e,t){let[n,i]=this.m.partOf.get(e),r=this.moves[n],o=this.middle.get(e)?.slice(0,3)??$t,a=$t,l=$t;for(let c of i){let[h,u]=this.field(r,c);a=Dn(a,r[t][c],Ai(h,Es(u,o))),l=Dn(l,r[t][c],u)}return[a,l]}push(e,t,n,i,r,o,a){let[l,c]=this.m.partOf.get(e),h=this.moves[l],u=this.m.bodies[e],d=u.mass>0?Math.sqrt(Math.max(...u.inertia)/u.mass):0;for(let f of c){let[p,v]=this.field(h,f),g=h.system.dof+f;o[g]+=r*(gn(Ai(p,Es(v,t)),n)+gn(v,i)),a[g]+=(st(p)+st(v)*(st(t)+d))*st(n)+st(v)*st(i)}}law(e,t,n,i,r,o,a){let[l,c,h,u]=vA(this.m,t.rows,t.law,n,i),d=Math.max(1,u),f=Ei(n),p=`${e} of '${this.m.bodies[t.bodies[0]].name}' and '${this.m.bodies[t.bodies[1]].name}'`;Ye(l<=4*d*r+1e-11*a,()=>`${p}: approach ${mi(l)} m/s`),Ye(c<=4*d*r*o+1e-11*f,()=>`${p}: ${mi(c)} N s outside of friction`),Ye(h<=4*d*r*(f+o*(a+r))+1e-11*d*f*a,()=>`${p}: friction and slip disagree by ${mi(h)} J`),this.run.note("approach [m/s]",l),this.run.note("outside of friction [N s]",c),this.run.note("friction against slip [J]",h)}verify(){let{m:e,run:t}=this;for(let n of e.moving)this.before.set(n,[this.start[n].v,this.start[n].L]);this.prepareSystems();for(let n of this.contacts)this.verifyGap(n);for(let n of this.rounds)this.verifyRound(n);for(let n of e.moving)this.places.set(n,this.placeOf(n));this.verifyBalance();for(let n of this.moves)for(let i of["free","struck"])this.verifySystem(n,i);this.verifyContacts();for(let n of e.moving)e.bodies[n].inverse&&this.verifyMove(n);t.state=this.end,e.mechanisms&&(t.v=this.moves.map(n=>n.end))}verifyGap(e){e.bodies.forEach((t,n)=>{let i=this.m.bodies[t],r=this.m.shapes[e.shapes[n]],o=this.start[t],a=this.m.partOf.get(t);if(a&&!this.m.systems[a[0]].fields)return;let l=Lo(o.q,er(i.principal)),c=d=>Cr(er(r.orientation),d),h=Ai(Cr(er(l),Si(Dn(e.origin,(.5-n)*e.gap,e.normal),o.x)),i.center),u=yA(this.m,r,c(Si(h,r.position)),c(Cr(er(l),Nn(2*n-1,e.normal))));u!==null&&Ye(Math.abs(u)<=(r.kind==="hull"?.001:1e-6),()=>`contact of '${i.name}': a point of it is beside its shape by ${mi(u)} m`)})}afterForces(e,t,n){let i=this.m.bodies[e],[r,o]=this.force.get(e)??[$t,$t];return this.strike(e,t,$t,Nn(n,Dn(r,i.mass*i.gravity_scale,this.m.gravity)),Nn(n,o),1)}rate(e){let t=0;return e.bodies.forEach((n,i)=>{let r=this.ends.get(n),o=this.arm(e,n,!0),a=[$t,$t];r?a=[Nn(1/this.h,Si(r[1][0],r[0][0])),Nn(1/this.h,Si(r[1][1],r[0][1]))]:this.m.bodies[n].inverse&&(a=this.afterForces(n,a,1),a=[a[0],this.spin(n,this.start[n].q,a[1])]),t+=(1-2*i)*gn(e.normal,Ai(a[0],Es(a[1],o)))}),t}verifyRound({mixed:e,scale:t,hits:n}){let i=n.map(([h])=>this.velocity(h,"start")[0]);for(let[h,u]of n){let[d,f]=s.inWorld(h,u);h.bodies.forEach((p,v)=>{this.before.has(p)&&!this.ends.has(p)&&this.before.set(p,this.strike(p,this.before.get(p),this.arm(h,p,!0),d,f,1-2*v))})}let r=Math.sqrt(n.reduce((h,[u],d)=>h+Ei(i[d].slice(0,u.rows))**2,0)),o=this.natural*(1+3*r),a=0,l=0,c=0;n.forEach(([h,u],d)=>{let[f,,p]=this.velocity(h,"start"),v=i[d],g=Math.max(h.gap,0),m=h.law.e,x=2*this.rate(h)*g,T=p+Ei(v);Ye(v[0]<0,"an impact where nothing approaches"),u.forEach((C,A)=>{a+=.5*C*(v[A]+f[A])}),l+=Ei(u)*(Ei(v)+Ei(f)),c+=Ei(u);let b=m===0?-g/this.h:Math.sqrt(Math.max(0,m*m*(v[0]*v[0]-x)+x));Ye(!e||f[0]>=-g/this.h-4*o-1e-11*T,"an impact that goes on"),this.law("impact",h,u,e?[0,0,0,0,0,0]:[f[0]-b,...f.slice(1)],o,t,T)}),Ye(!e||a<=1e-9*l+10*o*c,"impacts gain energy")}placeOf(e){let{x:t,q:n}=this.start[e],i=this.middle.get(e);if(!(this.flags.get(e)&4))return[t,n];if(i)return[i.slice(0,3),i.slice(3)];if(!this.m.bodies[e].inverse)return[t,n];let[r,o]=this.before.get(e);return[Dn(t,.5*this.h,r),xv(this.m.bodies[e],n,o,.5*this.h)]}verifyBalance(){let{m:e,h:t}=this,n=new Map,i=new Map;for(let r of e.moving)e.bodies[r].inverse&&(this.free.set(r,this.afterForces(r,this.before.get(r),t)),n.set(r,this.free.get(r)),i.set(r,[0,0]));for(let r of this.contacts){let[o,a]=s.inWorld(r,r.r);r.bodies.forEach((l,c)=>{let h=n.get(l),u=i.get(l),d=this.arm(r,l,!1);this.m.partOf.has(l)&&!r.H&&this.push(l,Ai(this.middle.get(l)?.slice(0,3)??$t,d),o,a,1-2*c,this.sums,this.sizes),!(!h||!u)&&(n.set(l,this.strike(l,h,d,o,a,1-2*c)),u[0]+=st(o),u[1]+=st(o)*st(d)+st(a))})}for(let[r,o]of n)this.verifyMomentum(r,this.blocks.length?this.takeRows(r,o,i.get(r)):o,i.get(r))}takeRows(e,t,n){let i=this.m.bodies[e],r=l=>this.sums[i.dof+l]??0,o=[r(0),r(1),r(2)],a=[r(3),r(4),r(5)];return i.along&&(o=a=$t,i.along.forEach((l,c)=>{o=Dn(o,r(c),l)}),i.about.forEach((l,c)=>{a=Dn(a,r(i.along.length+c),l)})),n[0]+=st(o),n[1]+=st(a),this.strike(e,t,$t,o,a,1)}verifyMomentum(e,[t,n],i){let{m:r,h:o}=this,a=r.bodies[e],[l,c]=this.force.get(e)??[$t,$t],[h,u]=this.struck.get(e),d=Math.max(...a.inertia),f=a.motion==="free"?1:d,p=a.mass*st(Si(t,h)),v=f*st(Si(n,u)),g=i[0]+a.mass*(st(this.start[e].v)+st(h))+o*(st(l)+a.mass*st(r.gravity)),m=i[1]+f*(st(this.start[e].L)+st(u))+o*st(c)+.1*i[0]*Math.sqrt(d/a.mass);Ye(p<=1e-11*g,()=>`momentum of '${a.name}' is off by ${mi(p)} (${mi(p/g)} of what acts)`),Ye(v<=1e-11*m,()=>`angular momentum of '${a.name}' is off by ${mi(v)} (${mi(v/m)} of what acts)`),g>0&&this.run.note("momentum, of what acts",p/g)}verifyContacts(){let e=0;this.findVelocities();let t=this.contacts.map(i=>{let[r,,o]=this.velocity(i,"struck"),[a,,l]=this.velocity(i,"free"),c=[0,0,0,0,0,0];if(i.flags&1&&!i.H){let h=this.velocity(i,"before")[1],u=this.velocity(i,"start")[1];for(let d=0;d<3;d++)c[d]=gn(i.axes[d],Si(h,u));c[0]=gn(i.axes[0],h)-gn(i.normal,u)}c[0]+=this.shift(i);for(let h=0;h<i.rows;h++)e+=(a[h]+c[h])**2;return[r.map((h,u)=>h+c[u]),o+l+Math.abs(i.shift)]});for(let i of this.blocks)for(let r of i.b)e+=(i.scale*r)**2;let n=this.natural*(1+Math.sqrt(e));this.run.note("distance from the laws that is claimed",n),this.verifyRows(n),this.contacts.forEach((i,r)=>this.law("contact",i,i.r,t[r][0],n,this.unit,t[r][1]))}shift(e){let t=e.gap>=5e-7?e.gap/this.h:Math.max(e.gap-5e-8,0)*1.1111111111111112/this.h,n=(e.flags&16)!==0&&this.m.mechanisms&&e.shift<=0&&e.law.e>0,i=(e.flags&2)!==0&&e.shift===0;return Ye(n||i||Math.abs(e.shift-t)<=1e-11*Math.abs(t)+1e-300,"a gap may not close at the speed that is said"),e.shift}verifyMove(e){let t=this.m.bodies[e],n=this.flags.get(e),i=this.start[e],[r,o]=this.before.get(e),[a,l]=this.struck.get(e),c=n&2?1:this.m.theta,h=this.h,u=Dn(i.x,h,Ai(Nn(1-c,r),Nn(c,a))),d=xv(t,i.q,Ai(Nn(1-c,o),Nn(c,l)),h),f=st(Si(this.end[e].x,u)),p=hA(this.end[e].q,d);n&8?this.run.note("positions corrected by [m]",f):(Ye(f<=1e-14+1e-11*(st(i.x)+h*(st(r)+st(a))),()=>`'${t.name}' is ${mi(f)} m from where its velocities take it`),Ye(p<=1e-9,()=>`'${t.name}' is turned ${mi(p)} rad from where its velocities turn it`)),n&16&&Ye(st(this.end[e].v)<=(1+1e-9)*st(a)&&st(this.end[e].L)<=(1+1e-9)*st(l),()=>`'${t.name}' is faster than its impulses made it`)}addRows(e,t){t.forEach((n,i)=>e.dofs.forEach((r,o)=>{let a=n*e.H[i][o];this.sums[r]+=a,this.sizes[r]+=Math.abs(a)}))}prepareSystems(){this.sums=new Array(this.m.dofs).fill(0),this.sizes=new Array(this.m.dofs).fill(0);for(let e of this.moves)for(let t=0;t<e.system.count;t++)for(let n of["free","struck"])this.table[n][e.system.dof+t]=e[n][t];for(let e of this.blocks)this.addRows(e,e.r);for(let e of this.contacts)e.H&&this.addRows(e.H,e.r)}findVelocities(){for(let e of this.m.moving){let t=this.m.bodies[e];if(t.inverse)for(let n of["free","struck"]){let[i,r]=this.twist(e,n);(t.along?[...t.along.map(a=>gn(a,i)),...t.about.map(a=>gn(a,r))]:[...i,...r]).forEach((a,l)=>{this.table[n][t.dof+l]=a})}}}verifySystem(e,t){let{h:n,m:i}=this,r=e.system,o=new Array(i.dofs).fill(0),a=new Array(i.dofs).fill(0),l=e[t],c=e.v;if(e.row.forEach((u,d)=>{let f=e.column[d],p=e.value[d];for(let[v,g]of u===f?[[u,f]]:[[u,f],[f,u]])o[r.dof+v]+=p*(l[g]-c[g]),a[r.dof+v]+=Math.abs(p)*(Math.abs(l[g])+Math.abs(c[g]))}),e.fields)for(let{body:u}of r.parts){let d=i.bodies[u],f=this.middle.get(u),p=f.slice(0,3),[v,g]=this.partTwist(u,t),[m,x]=this.partTwist(u,"v"),[T,b]=this.force.get(u)??[$t,$t],C=Dn(Nn(d.mass,Si(v,m)),-n,Dn(T,d.mass*d.gravity_scale,i.gravity));this.push(u,p,C,Dn(Sf(d.inertia,f.slice(3),Si(g,x)),-n,b),1,o,a),this.push(u,p,[d.mass*(st(v)+st(m)+n*st(i.gravity)),0,0],$t,0,o,a)}let h=Math.max(0,...a.slice(r.dof,r.dof+r.count));for(let u=0;u<r.count;u++){let d=r.dof+u,f=n*e.force[u],p=n*gn(r.weight.slice(3*u,3*u+3),i.gravity),v=r.mass[u],g=t==="struck",m=Math.abs(o[d]+v*(l[u]-c[u])-f-p-(g?this.sums[d]:0)),x=a[d]+.001*h+v*(Math.abs(l[u])+Math.abs(c[u]))+Math.abs(f)+Math.abs(p)+(g?this.sizes[d]:0)+1e-300;Ye(m<=10*1e-11*x,()=>`momentum of velocity ${u} of a system (${r.kind}, '${i.bodies[r.parts[0].body].name}') is off by ${mi(m)} (${mi(m/x)} of what acts)`),this.run.note("momentum of systems, of what acts",m/x)}}verifyRows(e){let{free:t,struck:n}=this.table;for(let i of this.blocks)i.b.forEach((r,o)=>{let a=r+i.compliance*i.r[o],l=Math.abs(r);i.dofs.forEach((d,f)=>{let p=i.H[o][f],v=n[d]??NaN,g=t[d]??NaN;a+=p*(v-g),l+=Math.abs(p)*(Math.abs(v)+Math.abs(g))});let c=this.unit*i.scale,h=i.r[o]/c,u=Math.abs(h-Math.min(Math.max(h-i.scale*a,i.low/c),i.high/c));Ye(u<=4*e+1e-14+1e-11*(Math.abs(h)+i.scale*l),()=>`a row of a mechanism is off its law by ${mi(u)} m/s`),this.run.note("rows of mechanisms, off their law",u)})}};async function Mv(s,e){let t=new Tf,n=(i,r)=>({verdict:i,what:r,step:t.steps,steps:t.steps,time:t.time??0,worst:t.worst});try{if(s.length<16||new TextDecoder().decode(s.slice(0,8))!==`HFPROOF
`)throw new Io("this is no proof of holdfast");let i=new DataView(s.buffer,s.byteOffset,s.length);if(i.getUint32(8,!0)!==2)throw new Io(`version ${i.getUint32(8,!0)} of the format; this page knows version 2`);let r=yv([s.slice(0,16)]),o=16,a=!1;for(;!a;){Ye(o+12<=s.length,"the file ends without its end");let l=i.getUint32(o+4,!0),c=i.getUint32(o+8,!0),h=s.slice(o,o+12+c);Ye(l<=268435456&&o+12+c+32<=s.length,"the file is cut off"),r=yv([r,h]);let u=s.slice(o+12+c,o+44+c);Ye(r.every((v,g)=>v===u[g]),"the chain of hashes breaks");let d=await fA(h.slice(12)),f=new TextDecoder().decode(h.slice(0,4)),p=new Ef(d);if(Ye(d.length===l,"a chunk is packed badly"),o+=44+c,f==="MODL")t.seeModel(d);else if(f==="STEP"){for(Ye(!!t.model,"steps come before the model");p.at<d.length;)t.seeStep(p),e?.(t.steps,t.time??0);await new Promise(v=>setTimeout(v,0))}else if(f==="ENDS")a=!0,Ye(d.length===12&&p.word()===t.steps,"steps are missing"),Ye(o===s.length,"there is something behind the end");else throw new Io(`a chunk of a kind that this page does not know: ${f}`)}return n("true","")}catch(i){return n(i instanceof Io?"unreadable":"false",i.message)}}async function wv(s){let e=document.getElementById("proof"),t=e?.textContent?.trim(),n=ee("proof-badge");if(!t)return null;let i=Uint8Array.from(atob(t),a=>a.charCodeAt(0));n.hidden=!1,n.textContent="verifying in your browser…";let r=await Mv(i,a=>{a%50===0&&(n.textContent=`verifying in your browser: step ${a}`)}),o=r.verdict==="true";return n.className=o?"holds":"fails",n.textContent=o?`verified in your browser: ${r.steps} steps`:r.verdict==="false"?`false at step ${r.step}`:"the proof cannot be read",n.title=o?Object.entries(r.worst).map(([a,l])=>`${a}: ${l.toPrecision(3)}`).join(`
`):r.what,n.addEventListener("click",()=>s(r.time)),r}var Sv='"use strict";(()=>{var b=class extends Error{},l=class{files=new Map;open=new Map;next=4;memory=null;attach(e){this.memory=e}write(e,t){this.files.set(m(e),{bytes:t.slice(),size:t.length})}get view(){return new DataView(this.memory.buffer)}text(e,t){return new TextDecoder().decode(new Uint8Array(this.memory.buffer,e,t).slice())}isFolder(e){if(e==="")return!0;for(let t of this.files.keys())if(t.startsWith(e+"/"))return!0;return!1}stat(e,t,n){return new Uint8Array(this.memory.buffer,e,64).fill(0),this.view.setUint8(e+16,t),this.view.setBigUint64(e+24,1n,!0),this.view.setBigUint64(e+32,BigInt(n),!0),0}parts(e,t){let n=this.view;return Array.from({length:t},(s,r)=>new Uint8Array(this.memory.buffer,n.getUint32(e+8*r,!0),n.getUint32(e+8*r+4,!0)))}imports={environ_get:()=>0,environ_sizes_get:(e,t)=>(this.view.setUint32(e,0,!0),this.view.setUint32(t,0,!0),0),clock_time_get:(e,t,n)=>(this.view.setBigUint64(n,BigInt(Math.round(performance.now()*1e6)),!0),0),sched_yield:()=>0,proc_exit:e=>{throw new b(`the module ended with ${e}`)},fd_prestat_get:(e,t)=>e!==3?8:(this.view.setUint8(t,0),this.view.setUint32(t+4,1,!0),0),fd_prestat_dir_name:(e,t)=>e!==3?8:(this.view.setUint8(t,47),0),fd_fdstat_get:(e,t)=>!this.open.has(e)&&e>3?8:(new Uint8Array(this.memory.buffer,t,24).fill(0),this.view.setUint8(t,e===3?3:4),this.view.setBigUint64(t+8,~0n&0xffffffffffffffffn,!0),this.view.setBigUint64(t+16,~0n&0xffffffffffffffffn,!0),0),fd_fdstat_set_flags:e=>this.open.has(e)?0:8,fd_allocate:e=>this.open.has(e)?0:8,fd_filestat_get:(e,t)=>{let n=this.open.get(e);return n?this.stat(t,4,n.content.size):e===3?this.stat(t,3,0):8},fd_filestat_set_size:(e,t)=>{let n=this.open.get(e);return n?(w(n.content,Number(t)),n.content.size=Number(t),0):8},fd_close:e=>this.open.delete(e)?0:8,fd_read:(e,t,n,s)=>{let r=this.open.get(e);if(!r)return 8;let o=0;for(let u of this.parts(t,n)){let a=Math.max(0,Math.min(u.length,r.content.size-r.at));u.set(r.content.bytes.subarray(r.at,r.at+a)),r.at+=a,o+=a}return this.view.setUint32(s,o,!0),0},fd_write:(e,t,n,s)=>{let r=this.open.get(e),o=this.parts(t,n),u=o.reduce((a,c)=>a+c.length,0);if(!r&&e>2)return 8;if(r){r.append&&(r.at=r.content.size),w(r.content,r.at+u);for(let a of o)r.content.bytes.set(a,r.at),r.at+=a.length;r.content.size=Math.max(r.content.size,r.at)}return this.view.setUint32(s,u,!0),0},fd_seek:(e,t,n,s)=>{let r=this.open.get(e);if(!r)return 8;let o=Number(t)+(n===0?0:n===1?r.at:r.content.size);return o<0?28:(r.at=o,this.view.setBigUint64(s,BigInt(o),!0),0)},path_filestat_get:(e,t,n,s,r)=>{let o=m(this.text(n,s)),u=this.files.get(o);return u?this.stat(r,4,u.size):this.isFolder(o)?this.stat(r,3,0):44},path_open:(e,t,n,s,r,o,u,a,c)=>{let y=m(this.text(n,s)),f=this.files.get(y);return!f&&!(r&1)?44:f&&r&4?20:((!f||r&8)&&this.files.set(y,f={bytes:new Uint8Array(1024),size:0}),this.open.set(this.next,{content:f,at:0,append:(a&1)!==0}),this.view.setUint32(c,this.next++,!0),0)},path_rename:(e,t,n,s,r,o)=>{let u=m(this.text(t,n)),a=this.files.get(u);return a?(this.files.delete(u),this.files.set(m(this.text(r,o)),a),0):44},path_unlink_file:(e,t,n)=>this.files.delete(m(this.text(t,n)))?0:44,path_remove_directory:()=>58}};function m(i){let e=[];for(let t of i.split("/"))t===".."?e.pop():t!==""&&t!=="."&&e.push(t);return e.join("/")}function w(i,e){if(e<=i.bytes.length)return;let t=new Uint8Array(Math.max(e,2*i.bytes.length));t.set(i.bytes.subarray(0,i.size)),i.bytes=t}var h=class i{constructor(e,t){this.exports=e;this.wasi=t}exports;wasi;dead=null;static async make(e){let t=new l;t.write("/saved/.keep",new Uint8Array(0));let n=e instanceof WebAssembly.Module?e:await WebAssembly.compile(e),r=(await WebAssembly.instantiate(n,{wasi_snapshot_preview1:t.imports})).exports;if(t.attach(r.memory),r._initialize(),r.holdfast_start()!==0)throw new Error("holdfast does not start: out of memory");return new i(r,t)}write(e,t){this.wasi.write(e,t)}command(e){if(this.dead)return p(this.dead);let t=new TextEncoder().encode(e),n=this.exports;try{let s=n.malloc(t.length+1);if(s===0)return p("out of memory");new Uint8Array(n.memory.buffer,s,t.length).set(t);let r=n.holdfast_command(s,t.length),o=new Uint8Array(n.memory.buffer,r,n.holdfast_answer_size()).slice();return n.free(s),o}catch(s){if(!(s instanceof WebAssembly.RuntimeError||s instanceof RangeError||s instanceof b))throw s;return this.dead=`the library broke down (${s.message}): reload the page`,p(this.dead)}}};function p(i){return new TextEncoder().encode("ERRO"+i)}var g=null,d=self;d.onmessage=i=>{if(i.data instanceof ArrayBuffer)h.make(i.data).then(e=>{g=e,d.postMessage("ready")},e=>d.postMessage("the library does not start: "+e.message));else if(typeof i.data=="string"){let e=g.command(i.data).buffer;d.postMessage(e,[e])}else g.write(i.data.path,i.data.bytes)};})();\n';var Jh=class{waiting=[];get length(){return this.waiting.length}push(){return new Promise(e=>{this.waiting.push(e)})}answer(e){this.waiting.shift()?.(yf(e))}fail(e){for(;this.waiting.length>0;)this.answer(new TextEncoder().encode("ERRO"+e))}},Kh=class s{constructor(e){this.worker=e}worker;kind="wasm";onLost=()=>{};onFound=()=>{};queue=new Jh;static make(e){let t=new Worker(URL.createObjectURL(new Blob([Sv],{type:"text/javascript"}))),n=new s(t);return new Promise((i,r)=>{t.onmessage=o=>{o.data==="ready"?i(n):typeof o.data=="string"?r(new Error(o.data)):n.queue.answer(new Uint8Array(o.data))},t.onerror=o=>{r(new Error(o.message)),n.queue.fail("the worker broke down: "+o.message)},t.postMessage(e,[e])})}ask(e){let t=this.queue.push();return this.worker.postMessage(e),t}write(e,t){return this.worker.postMessage({path:e,bytes:t}),!0}},jh=class s{constructor(e){this.url=e}url;kind="socket";onLost=()=>{};onFound=()=>{};queue=new Jh;socket=null;static make(e){let t=new s(e);return new Promise((n,i)=>t.connect(()=>n(t),()=>i(new Error("the server does not answer"))))}connect(e,t){let n=new WebSocket(this.url,"holdfast"),i=!1;n.binaryType="arraybuffer",n.onopen=()=>{i=!0,this.socket=n,e()},n.onmessage=r=>this.queue.answer(new Uint8Array(r.data)),n.onclose=r=>{if(!i){t();return}this.socket=null,this.queue.fail(r.reason||"the server has gone"),this.onLost(),this.again()}}again(){setTimeout(()=>this.connect(()=>this.onFound(),()=>this.again()),500)}ask(e){if(!this.socket)return Promise.resolve(yf(new TextEncoder().encode("ERROthe server has gone")));let t=this.queue.push();return this.socket.send(e),t}write(){return!1}};var _A=250;async function Av(s){let e=s.live,t=ee("proof-badge");if(!e||e.source.kind!=="socket")return;let n="";for(;;){let i=await e.source.ask("together"),r=Qs(i);if(i.kind!=="TEXT"&&t.hidden)return;t.hidden=!1,t.className=i.kind==="TEXT"?"holds":"fails",t.textContent=i.kind==="TEXT"?`together: step ${r.split(" ")[0]}, state ${r.split(" ")[1]}`:r,t.title="Each page computes this world by itself from what all of them do; equal states have equal bits.",r!==n&&!s.state.playing&&e.walking===0&&i.kind==="TEXT"&&await e.command("step 0"),n=r,await new Promise(o=>setTimeout(o,_A))}}async function bA(s){if(s.wasm){let n=await fetch(s.wasm);if(!n.ok)throw new Error(`${s.wasm}: ${n.status}`);return n.arrayBuffer()}let e=window.holdfastModule;if(!e)throw new Error("the library (holdfast-module.js) is not beside this page");let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new Response(new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()}async function MA(s,e,t){let n="/files/"+e.replace(/[^\w.-]/g,"_"),i=Uint8Array.from(atob(t.replace(/-/g,"+").replace(/_/g,"/")),r=>r.charCodeAt(0));return s.write(n,new Uint8Array(await new Response(new Blob([i]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer())),n}async function wA(){let s=ee("about"),e=JSON.parse(s.textContent),t=new $h,n=new URLSearchParams(window.location.search),i=window.location.hash.includes("still"),r={app:t,state:t.state,get fibres(){return t.fibres},seek:o=>t.seek(o),seekFrame:o=>t.seekFrame(o),play:o=>t.play(o),show:(o,a)=>t.toggle(o,a),setSpeed:o=>t.setSpeed(o),setTheme:o=>t.setTheme(o),get camera(){return t.camera},contacts:()=>I0(t.moment().contacts()),get counts(){return t.contacts.counts},drawn:()=>({...t.contacts.drawn}),pose(o){let a=t.scene.about.bodies.findIndex(h=>h.name===o),l=[0,0,0],c=[1,0,0,0];return a<0?null:(t.moment().pose(a,l,c),{position:l,orientation:c})},hold:(o,a)=>t.hand.hold(t.scene.about.bodies.findIndex(l=>l.name===o),new U().fromArray(a)),pullTo:o=>t.hand.pullTo(new U().fromArray(o)),letGo:()=>t.hand.letGo(),open:o=>t.open(o),command:o=>t.live.command(o),text:o=>t.live.text(o),file:async o=>{let a=await t.live.file(o);return a?Array.from(a.bytes):null},at(o,a){let l=t.bodies.pick(t.camera.ray(o,a));return l?t.scene.about.bodies[l.body].name:null},screen(o){let a=new U().fromArray(o).project(t.camera.view);return[(a.x+1)/2*window.innerWidth,(1-a.y)/2*window.innerHeight]},redraw(){t.draw()}};if(window.holdfast=r,e.source==="wasm"){let o=await Kh.make(await bA(e)),a=n.get("mjcf");await t.start(o,a?await MA(o,n.get("name")??"scene.xml",a):n.get("scene")??e.scene??"jack")}else e.source==="socket"?await t.start(await jh.make(window.location.href.replace(/^http/,"ws").replace(/[?#].*$/,"").replace(/\/$/,"")+"/live"),null):t.show(await $0(e),null);if(!t.scene)throw new Error(ee("message").textContent||"there is no scene");t.draw(),t.state.ready=!0,Av(t),wv(o=>t.seek(o)).then(o=>{window.holdfast.proof=o}),(n.get("theme")==="light"||n.get("theme")==="dark")&&t.setTheme(n.get("theme")),i||t.play(!0),window.requestAnimationFrame(t.tick)}wA().catch(s=>{window.holdfast={...window.holdfast??{},error:s.message},ee("trouble").textContent="This page cannot be shown: "+s.message,ee("trouble").hidden=!1});})();
